// node tests/faults/draw.mjs: draws faults.json's rows 21 to 60 from the sources as they stand. Each of 40 equal lengths of all source
// lines gives one, so that every line has the same chance; a line without anything to change is drawn again. Prints the rows, whose
// `breaks`, `tests` and `browser` are written by hand.
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import ts from 'typescript';

const [seed, count] = [20031221, 40];
/** Looked at and passed over, because nobody can see them or tsc refuses another file. @type {Record<string, string>} */
const unseen = {
  'src/client/features/chat/conversation.ts:25 flipped boolean': 'a type: refused where it is used',
  'src/client/features/landing/preview/preview-video.tsx:64 emptied string': 'means the same to a browser',
  'src/content/talk/listener.ts:8 emptied string': 'a type: refused where it is used',
  'src/server/features/readers/readers.service.ts:82 flipped operator': 'the same as fault 7',
  'src/server/features/spoiler-check/leaky-models.ts:32 emptied string': 'a name that no user reads',
  'src/server/spoilers/hindsight.ts:47 removed statement': 'only how long others wait',
  'src/server/storage/bucket/s3-requests.ts:76 off by one': 'one byte of a time for kilobytes',
  'src/server/storage/store/fold-schedule.ts:64 swapped arguments': 'the larger of two, either way',
  'src/server/storage/store/message-table.ts:58 off by one': 'one byte of a count of megabytes',
  'src/shared/contracts/readers.ts:7 off by one': 'the site makes these ids, all shorter',
};

/** Mulberry32: at least 0, less than 1. @param {number} state */
const generator = (state) => () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const K = ts.SyntaxKind;
/** @type {Record<string, string>} */
const flipped = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};
Object.assign(flipped, { '+': '-', '-': '+', '*': '/', '/': '*', '??': '&&' });

/** @typedef {{ from: number, to: number, text: string, kind: string }} Change of the characters `[from, to)` of a file */

/** What may be changed where a node begins. @param {ts.Node} node @param {ts.SourceFile} source @returns {Change[]} */
function changesOf(node, source) {
  /** @param {ts.Node} part @param {string} text @param {string} kind */
  const change = (part, text, kind) => ({ from: part.getStart(source), to: part.end, text, kind });
  /** @param {ts.Node} condition */
  const negated = (condition) => change(condition, `!(${condition.getText(source)})`, 'negated condition');
  if (ts.isBinaryExpression(node)) {
    const text = flipped[node.operatorToken.getText(source)];
    return text ? [change(node.operatorToken, text, 'flipped operator')] : [];
  }
  if (ts.isIfStatement(node)) return [negated(node.expression)];
  if (ts.isConditionalExpression(node)) return [negated(node.condition)];
  if (ts.isNumericLiteral(node))
    return [change(node, String(Number(node.text.replaceAll('_', '')) + 1), 'off by one')];
  if (node.kind === K.TrueKeyword) return [change(node, 'false', 'flipped boolean')];
  if (node.kind === K.FalseKeyword) return [change(node, 'true', 'flipped boolean')];
  if (
    ts.isStringLiteral(node) &&
    node.text &&
    !ts.isImportDeclaration(node.parent) &&
    !ts.isLiteralTypeNode(node.parent)
  )
    return ts.isJsxAttribute(node.parent) && node.parent.name.getText(source) === 'className'
      ? []
      : [change(node, "''", 'emptied string')];
  if (ts.isExpressionStatement(node)) return [change(node, '', 'removed statement')];
  if (ts.isCallExpression(node)) {
    const [one, other] = node.arguments;
    if (!one || !other) return [];
    const text = `${other.getText(source)}, ${one.getText(source)}`;
    return [{ from: one.getStart(source), to: other.end, text, kind: 'swapped arguments' }];
  }
  return [];
}

/** The shortest text around a change that its file has once, and what takes its place. @param {string} text @param {Change} change */
function toEdit(text, { from, to, text: put }) {
  let [start, end] = [from, to];
  const isOnce = () =>
    end - start >= 14 && text.indexOf(text.slice(start, end)) === text.lastIndexOf(text.slice(start, end));
  while (!isOnce()) {
    if (start > 0) start -= /\S*\s*$/.exec(text.slice(Math.max(0, start - 60), start))?.[0].length || 1;
    if (!isOnce()) end += /^\s*\S*/.exec(text.slice(end, end + 60))?.[0].length || 1;
  }
  return { find: text.slice(start, end), replace: text.slice(start, from) + put + text.slice(to, end) };
}

const paths = execFileSync('git', ['ls-files', 'src/*.ts', 'src/*.tsx'], { encoding: 'utf8' })
  .trim()
  .split('\n');
const lines = paths
  .filter((path) => !/\.test\.|\.d\.ts$/.test(path))
  .flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const rows = text.trimEnd().split('\n');
    return rows.map((_, line) => ({ path, text, line }));
  });

/** Draws from one of the equal lengths until there is something to change. @param {number} index */
function createStratum(index) {
  const random = generator(seed + index);
  /** @param {number} length */
  const below = (length) => Math.floor(random() * length);
  const [first = 0, end = 0] = [index, index + 1].map((edge) => Math.round((edge * lines.length) / count));
  return () => {
    for (;;) {
      const { path, text, line } = lines[first + below(end - first)] ?? { path: '', text: '', line: 0 };
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      /** @type {Change[]} */
      const changes = [];
      /** @param {ts.Node} node */
      const visit = (node) => {
        const here = changesOf(node, source);
        changes.push(...here.filter(({ from }) => source.getLineAndCharacterOfPosition(from).line === line));
        node.forEachChild(visit);
      };
      visit(source);
      const change = changes[below(changes.length)];
      if (change) return { path, text, change, name: `${path}:${line + 1} ${change.kind}` };
    }
  };
}

/** What tsc says of each file when all the edits are made at once. @param {Map<string, string>} edited texts by path */
function complaints(edited) {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    { ...config, include: ['src'], exclude: ['**/*.test.*'] },
    ts.sys,
    process.cwd(),
  );
  const host = ts.createCompilerHost(options);
  const { readFile } = host;
  host.readFile = (path) => edited.get(relative('.', path)) ?? readFile(path);
  const program = ts.createProgram(fileNames, options, host);
  const found = [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()];
  return new Map(
    found.map(({ file, messageText }) => [
      relative('.', file?.fileName ?? ''),
      ts.flattenDiagnosticMessageText(messageText, ' '),
    ]),
  );
}

let [uncompiled, passedOver] = [0, 0];
const strata = Array.from({ length: count }, (_, index) => createStratum(index));
/** @type {(ReturnType<ReturnType<typeof createStratum>> | undefined)[]} */
const drawn = strata.map(() => undefined);
while (drawn.includes(undefined)) {
  for (const [index, draw] of strata.entries())
    while (!drawn[index] || (drawn[index].name in unseen && ++passedOver)) drawn[index] = draw();
  /** @type {Map<string, string>} */
  const edited = new Map();
  for (const one of drawn)
    if (one)
      edited.set(
        one.path,
        one.text.slice(0, one.change.from) + one.change.text + one.text.slice(one.change.to),
      );
  const refused = complaints(edited);
  for (const [path, complaint] of refused)
    console.error(path, edited.has(path) ? '' : 'NOT EDITED', complaint);
  for (const [index, one] of drawn.entries())
    if (one && refused.has(one.path) && ++uncompiled) drawn[index] = undefined;
}
console.error(`${uncompiled} did not compile, ${passedOver} cannot be seen`);
const rows = drawn.flatMap((one, index) => {
  if (!one) return [];
  console.error(21 + index, one.name);
  return { id: 21 + index, file: one.path, ...toEdit(one.text, one.change), breaks: one.change.kind };
});
console.log(JSON.stringify(rows, null, 2));

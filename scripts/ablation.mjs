// `npm run bench -- talk --without=narrator/message.ts:judging`: a Vite plugin by which a benchmark runs without one rule of the
// talk, a list, a pattern or a number at the beginning of a module; `…:cardWeights.akin` is one entry of it, `?` names them all.
const rooms = /\/src\/server\/((?:text|narrator|talk|acts|listener)\/[^?]+)\.ts$/;

/** What stands in a rule's place: it matches nothing, holds nothing, weighs nothing. It runs in the benchmark, not here. */
const helpers = `function emptied(value) { return value instanceof RegExp ? /(?!)/ : typeof value === 'number' ? 0
  : Array.isArray(value) ? [] : typeof value === 'function' ? () => /(?!)/ : value instanceof Set ? new Set() : new Map(); }
function ruleOf(name, value) {
  const without = process.env.WITHOUT ?? '';
  const keys = value?.constructor === Object || Array.isArray(value) ? Object.keys(value) : [];
  if (without === '?') for (const rule of [name, ...keys.map((key) => name + '.' + key)]) console.log(rule);
  if (without === name && value?.constructor !== Object) return emptied(value);
  for (const key of keys.filter((key) => without === name + '.' + key))
    if (Array.isArray(value)) value.splice(Number(key), 1);
    else value[key] = emptied(value[key]);
  return value;
}`;

/** @param {any} init an expression of the parsed module */
const isRule = ({ type, callee }) =>
  ['Literal', 'NewExpression', 'ArrayExpression', 'ObjectExpression'].includes(type) ||
  (type === 'CallExpression' && ['withNames', 'word', 'some'].includes(callee?.name ?? ''));

/** @returns {import('vite').Plugin} */
export const ablation = () => ({
  name: 'ablation',
  transform: {
    order: 'post',
    handler(code, id) {
      const room = rooms.exec(id)?.[1];
      if (room === undefined) return undefined;
      const places = this.parse(code).body.flatMap((statement) => {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        return declared?.type === 'VariableDeclaration' ? declared.declarations : [];
      });
      let made = code;
      for (const { id: declared, init } of places.reverse())
        if (declared.type === 'Identifier' && init && isRule(init))
          made = `${made.slice(0, init.start)}ruleOf('${room}.ts:${declared.name}', ${made.slice(init.start, init.end)})${made.slice(init.end)}`;
      return made === code ? undefined : { code: `${made}\n${helpers}`, map: null };
    },
  },
});

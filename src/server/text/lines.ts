import { escapePattern } from './escape-pattern.ts';

/** FNV-1a of the text: a number that is always the same for the same words. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * One of the lines that were not said yet, the same for the same `seed`; `undefined` when every one was said.
 *
 * @param said what the character has said in this conversation, one entry for each answer
 * @param seed the words the choice hangs on: never chance, the clock or who asks
 */
export function chooseUnsaid(
  lines: readonly string[],
  said: readonly string[],
  seed: string,
): string | undefined {
  const fresh = lines.filter((line) => !said.some((answer) => wasSaid(line, answer)));
  return fresh[hashText(seed) % fresh.length];
}

/** Whether an answer holds the line, whatever its placeholders were filled with. */
export function wasSaid(line: string, answer: string): boolean {
  if (!line.includes('{')) return answer.includes(line);
  const pattern = line.split(/\{\p{L}+\}/u).map(escapePattern);
  return new RegExp(pattern.join('.{1,80}?'), 'iu').test(answer);
}

/**
 * The line with its `{placeholders}` filled. One that opens the line or a sentence takes a capital.
 *
 * @throws when a placeholder has no value
 */
export function fillLine(line: string, values: Readonly<Record<string, string>>): string {
  return line.replace(/\{(\p{L}+)\}/gu, (_, name: string, at: number) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {${name}} in «${line}»`);
    const opens = /(?:^|[.?!…]\s+)[«“"]?$/u.test(line.slice(0, at));
    return opens ? value.charAt(0).toUpperCase() + value.slice(1) : value;
  });
}

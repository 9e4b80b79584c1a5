/* What the site's code gets for `yaml`: each of the program's own texts is read once, not at every start of every life. */
import { parse as parseYaml } from 'yaml';

export { stringify, YAMLParseError } from 'yaml';

const parsed = new Map<string, unknown>();

export function parse(text: string): unknown {
  if (!parsed.has(text)) parsed.set(text, parseYaml(text));
  return structuredClone(parsed.get(text));
}

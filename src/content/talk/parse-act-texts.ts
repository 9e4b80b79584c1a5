import { parse } from 'yaml';
import { z } from 'zod';
import { actTexts, type ActTexts } from '#shared/contracts/talk-acts.ts';

/**
 * The acts of a YAML file like atti.yaml.
 *
 * @throws when the text is no such file; the message says where and why
 */
export function parseActTexts(text: string): ActTexts {
  const parsed = actTexts.safeParse(parse(text));
  if (!parsed.success) throw new Error(`atti.yaml: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

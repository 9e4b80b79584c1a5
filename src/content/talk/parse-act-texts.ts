import { z } from 'zod';
import { actTexts, type ActTexts } from '#shared/contracts/talk-acts.ts';

/**
 * The acts of a file like atti.yaml.
 *
 * @throws when it is no such file; the message says where and why
 */
export function parseActTexts(data: unknown): ActTexts {
  const parsed = actTexts.safeParse(data);
  if (!parsed.success) throw new Error(`atti.yaml: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

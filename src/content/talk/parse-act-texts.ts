import { z } from 'zod';
import { actTexts, type ActTexts } from '#shared/contracts/talk-acts.ts';

const byAct = z.record(z.string(), z.array(z.string()));

/** The acts of a file like atti.yaml, with the examples of one like atti-esempi.yaml. @throws when a file is invalid */
export function parseActTexts(data: unknown, more: unknown = {}): ActTexts {
  const parsed = actTexts.safeParse(data);
  if (!parsed.success) throw new Error(`atti.yaml: ${z.prettifyError(parsed.error)}`);
  const added = new Map(Object.entries(byAct.parse(more)));
  const acts = parsed.data.acts.map((act) => {
    const examples = [...act.examples, ...(added.get(act.id) ?? [])];
    added.delete(act.id);
    return { ...act, examples };
  });
  if (added.size > 0) throw new Error(`atti-esempi.yaml: no act is called ${[...added.keys()].join(', ')}`);
  return { ...parsed.data, acts };
}

import { copyFile, type Differences, type Ends, fetchFile, markDeleted } from './transfer.ts';
import { inTurn } from './turns.ts';

const filesAtOnce = 3;

/** Makes both ends the same. */
export async function mend(
  ends: Ends,
  found: Pick<Differences, 'copy' | 'fetch' | 'markDeleted'>,
): Promise<void> {
  await inTurn(found.copy, filesAtOnce, (name) => copyFile(ends, name));
  await inTurn(found.fetch, filesAtOnce, (name) => fetchFile(ends, name));
  await inTurn(found.markDeleted, filesAtOnce, (name) => markDeleted(ends, name));
}

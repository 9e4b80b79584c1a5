/** What a record with one long text takes beside it, its places in the tables included: measured with `npm run bench -- opening`. */
const recordBytes = 320;
/** A text with a character beyond these takes two bytes for each. */
const twoBytes = /[\u0100-\uffff]/;

/** About how many bytes of memory a record takes. @param content its text, or all of it as JSON */
export const sizeOfText = (content: string): number =>
  recordBytes + content.length * (twoBytes.test(content) ? 2 : 1);

/** The same of any record. @param json of the record: escapes make it longer than its text is */
export function sizeOfRecord(record: unknown, json: string): number {
  const hasText = typeof record === 'object' && record !== null && 'content' in record;
  return sizeOfText(hasText && typeof record.content === 'string' ? record.content : json);
}

import type { StoredChatMessage } from '#shared/contracts/chat.ts';

/*
 * A message as bytes, outside V8's heap, at a fifth of what the object takes:
 *
 *     0 flags · 2 level · 4 content's length · 8 time · 16 id · 32 reader · 48 quotes' length · 52 content, quotes
 *
 * What is not of the ordinary shape (ids that are no UUIDs, as tests and other tools make them) is kept as JSON in the place
 * of the content.
 */
const headBytes = 52;
const assistant = 1;
const utf16 = 2;
const interrupted = 4;
const embedded = 8;
const irregular = 16;
const highestLevel = 0xff_ff;
/** The text of a whole number of milliseconds between these years has 24 characters. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

const hexDigits = '0123456789abcdef';
const hexValues = Int8Array.from({ length: 256 }, (_, code) => hexDigits.indexOf(String.fromCharCode(code)));
const dashes = new Set([8, 13, 18, 23]);
const digitPlaces = Array.from({ length: 36 }, (_, place) => place).filter((place) => !dashes.has(place));
const dash = 0x2d;
export const uuidCharacters = 36;

/** Writes the 16 bytes of a UUID's 36 characters at `from`; answers whether they are one, in lower case. */
function packUuid(text: Uint8Array, from: number, target: Uint8Array, at: number): boolean {
  for (const place of dashes) if (text[from + place] !== dash) return false;
  let every = 0;
  for (let byte = 0; byte < 16; byte += 1) {
    const high = hexValues[text[from + (digitPlaces[2 * byte] ?? 0)] ?? 0] ?? -1;
    const low = hexValues[text[from + (digitPlaces[2 * byte + 1] ?? 0)] ?? 0] ?? -1;
    every |= high | low;
    target[at + byte] = (high << 4) | low;
  }
  return every >= 0;
}

const uuidText = Buffer.alloc(uuidCharacters);

/** The same from a string. */
export function packId(id: string, target: Uint8Array, at: number): boolean {
  if (id.length !== uuidCharacters || uuidText.write(id, 'latin1') !== uuidCharacters) return false;
  return packUuid(uuidText, 0, target, at);
}

function unpackUuid(source: Buffer, at: number): string {
  const hex = source.toString('hex', at, at + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Where the record's id stands, below its beginning; only of a regular one. */
export const idOffset = 16;

export function isIrregular(source: Buffer, at: number): boolean {
  return ((source[at] ?? 0) & irregular) !== 0;
}

/** How many bytes the record at `at` takes. */
export function packedLength(source: Buffer, at: number): number {
  return headBytes + source.readUInt32LE(at + 4) + source.readUInt32LE(at + 48);
}

/** The record as bytes of its own. */
export function packMessage(message: StoredChatMessage): Buffer {
  const { id, readerId, role, content, level, timestamp, quotes, ...rest } = message;
  const head = Buffer.alloc(headBytes);
  const time = Date.parse(timestamp);
  const isRegular =
    packId(id, head, idOffset) &&
    packId(readerId, head, 32) &&
    level <= highestLevel &&
    time >= earliest &&
    time <= latest &&
    new Date(time).toISOString() === timestamp &&
    Object.keys(rest).every((name) => name === 'interrupted' || name === 'embedded');
  if (!isRegular) return packWhole(message);
  const [encoding, text] = packText(content);
  const spans = quotes === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(quotes));
  head[0] =
    encoding |
    (role === 'assistant' ? assistant : 0) |
    (rest.interrupted ? interrupted : 0) |
    (rest.embedded ? embedded : 0);
  head.writeUInt16LE(level, 2);
  head.writeUInt32LE(text.length, 4);
  head.writeDoubleLE(time, 8);
  head.writeUInt32LE(spans.length, 48);
  return Buffer.concat([head, text, spans]);
}

function packWhole(message: StoredChatMessage): Buffer {
  const head = Buffer.alloc(headBytes);
  const text = Buffer.from(JSON.stringify(message));
  head[0] = irregular;
  head.writeUInt32LE(text.length, 4);
  return Buffer.concat([head, text]);
}

const loneSurrogate = /\p{Surrogate}/u;

/** In the shorter of the two encodings; only UTF-16 keeps half a surrogate pair. */
function packText(content: string): [encoding: number, Buffer] {
  const text = Buffer.from(content);
  if (text.length <= 2 * content.length && !loneSurrogate.test(content)) return [0, text];
  return [utf16, Buffer.from(content, 'utf16le')];
}

/** The record at `at`, as an object. */
export function unpackMessage(source: Buffer, at: number): StoredChatMessage {
  const flags = source[at] ?? 0;
  const from = at + headBytes;
  const to = from + source.readUInt32LE(at + 4);
  if (flags & irregular) return JSON.parse(source.toString('utf8', from, to)) as StoredChatMessage;
  const spans = source.readUInt32LE(at + 48);
  return {
    id: unpackUuid(source, at + idOffset),
    readerId: unpackUuid(source, at + 32),
    role: flags & assistant ? 'assistant' : 'user',
    content: flags & utf16 ? source.toString('utf16le', from, to) : source.toString('utf8', from, to),
    level: source.readUInt16LE(at + 2),
    timestamp: new Date(source.readDoubleLE(at + 8)).toISOString(),
    ...(flags & interrupted && { interrupted: true as const }),
    ...(flags & embedded && { embedded: true as const }),
    ...(spans > 0 && {
      quotes: JSON.parse(source.toString('utf8', to, to + spans)) as StoredChatMessage['quotes'],
    }),
  };
}

/** Whose message it is, without reading the rest. */
export function readerOf(source: Buffer, at: number): string {
  return isIrregular(source, at) ? unpackMessage(source, at).readerId : unpackUuid(source, at + 32);
}

const lineHead = /^\{"id":"[\da-f-]{36}","readerId":"[\da-f-]{36}","role":"(user|assistant)","content":"$/;
const lineTail = /^","level":(0|[1-9]\d{0,3}),"timestamp":"([^"]{24})"\}$/;
const certainTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const idPlace = '{"id":"'.length;
const readerPlace = idPlace + uuidCharacters + '","readerId":"'.length;
const rolePlace = readerPlace + uuidCharacters + '","role":"'.length;
const afterRole = '","content":"'.length;
const tailCharacters = '","level":0,"timestamp":"2003-12-21T12:03:00.000Z"}'.length;
const quote = 0x22;
const backslash = 0x5c;

/**
 * Packs a line of db.json as this program writes it, without making an object of it: a million are read at every start.
 *
 * @param target where to, with room for the line's length and {@link headBytes}
 * @returns how many bytes it took; 0 for a line that has to be parsed: escapes, quotes, another order
 */
export function packLine(line: Buffer, target: Buffer, at: number): number {
  const isUser = line[rolePlace] === 0x75;
  const from = rolePlace + (isUser ? 'user' : 'assistant').length + afterRole;
  const level = levelEnd(line);
  if (level === undefined || level.at < from || !lineHead.test(line.toString('latin1', 0, from))) return 0;
  const { at: to, value, time } = level;
  const length = to - from;
  // Long ones may be shorter in the other encoding: whoever packs the parsed record looks.
  if (length > 1_024) return 0;
  const content = line.subarray(from, to);
  if (content.includes(backslash) || content.includes(quote)) return 0;
  if (!packUuid(line, idPlace, target, at + idOffset)) return 0;
  if (!packUuid(line, readerPlace, target, at + 32)) return 0;
  target.writeUInt32LE(isUser ? 0 : assistant, at);
  target.writeUInt16LE(value, at + 2);
  target.writeUInt32LE(length, at + 4);
  target.writeDoubleLE(time, at + 8);
  target.writeUInt32LE(0, at + 48);
  line.copy(target, at + headBytes, from, to);
  return headBytes + length;
}

/** Where the content ends, and the level and the time after it. */
function levelEnd(line: Buffer): { at: number; value: number; time: number } | undefined {
  for (let digits = 1; digits <= 4; digits += 1) {
    const at = line.length - tailCharacters - digits + 1;
    if (at < 0 || line[at] !== quote) continue;
    const tail = lineTail.exec(line.toString('latin1', at));
    if (!tail) continue;
    const [, level, text = ''] = tail;
    return certainTime.test(text) ? { at, value: Number(level), time: Date.parse(text) } : undefined;
  }
  return undefined;
}

/** The reader's id in a line that {@link packLine} took. */
export const readerInLine = (line: Buffer): string =>
  line.toString('latin1', readerPlace, readerPlace + uuidCharacters);

/** The most that a line of this many bytes takes. */
export const mostPacked = (lineBytes: number): number => lineBytes + headBytes;

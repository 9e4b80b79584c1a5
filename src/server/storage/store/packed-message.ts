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
const uuidCharacters = 36;

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
const readerOffset = 32;

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
    packId(readerId, head, readerOffset) &&
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
    readerId: unpackUuid(source, at + readerOffset),
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
  return isIrregular(source, at) ? unpackMessage(source, at).readerId : unpackUuid(source, at + readerOffset);
}

const [beforeId, beforeReader, beforeRole, beforeContent, beforeLevel, beforeTime, lineEnd] = [
  '{"id":"',
  '","readerId":"',
  '","role":"',
  '","content":"',
  '","level":',
  ',"timestamp":"',
  '"}',
].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
const [user, assistantRole] = [Buffer.from('user'), Buffer.from('assistant')];
const idPlace = beforeId.length;
const readerPlace = idPlace + uuidCharacters + beforeReader.length;
const rolePlace = readerPlace + uuidCharacters + beforeRole.length;
const timeCharacters = '2003-12-21T12:03:00.000Z'.length;
const shortest = rolePlace + user.length + beforeContent.length;
const quote = 0x22;
const backslash = 0x5c;
const zero = 0x30;

/** Whether these very bytes stand there. */
function standsAt(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let index = 0; index < text.length; index += 1) if (bytes[at + index] !== text[index]) return false;
  return true;
}

/**
 * Packs a line of db.json as this program writes it, without making an object or a string of it: a million are read at every
 * start, and what would be collected again takes as long as the rest.
 *
 * @param start where the line is in `bytes`, up to `end`
 * @param target where to, with room for the line's length and {@link headBytes}
 * @returns how many bytes it took; 0 for a line that has to be parsed: escapes, quotes, another order
 */
export function packLine(bytes: Buffer, start: number, end: number, target: Buffer, at: number): number {
  const isUser = bytes[start + rolePlace] === user[0];
  const role = isUser ? user : assistantRole;
  const from = start + rolePlace + role.length + beforeContent.length;
  const timeAt = end - lineEnd.length - timeCharacters;
  let to = timeAt - beforeTime.length;
  let level = 0;
  for (let unit = 1; unit <= 1_000 && isDigit(bytes[to - 1]); unit *= 10) {
    to -= 1;
    level += ((bytes[to] ?? 0) - zero) * unit;
    if (bytes[to] === zero && unit > 1 && !isDigit(bytes[to - 1])) return 0;
  }
  if (to === timeAt - beforeTime.length) return 0;
  to -= beforeLevel.length;
  const length = to - from;
  // Long ones may be shorter in the other encoding: whoever packs the parsed record looks.
  if (end - start < shortest || length < 0 || length > 1_024) return 0;
  const time = timeIn(bytes, timeAt);
  const isOrdinary =
    time !== undefined &&
    standsAt(bytes, start, beforeId) &&
    standsAt(bytes, start + readerPlace - beforeReader.length, beforeReader) &&
    standsAt(bytes, start + rolePlace - beforeRole.length, beforeRole) &&
    standsAt(bytes, start + rolePlace, role) &&
    standsAt(bytes, from - beforeContent.length, beforeContent) &&
    standsAt(bytes, to, beforeLevel) &&
    standsAt(bytes, timeAt - beforeTime.length, beforeTime) &&
    standsAt(bytes, end - lineEnd.length, lineEnd) &&
    packUuid(bytes, start + idPlace, target, at + idOffset) &&
    packUuid(bytes, start + readerPlace, target, at + readerOffset);
  if (!isOrdinary) return 0;
  const content = bytes.subarray(from, to);
  if (content.includes(quote) || content.includes(backslash)) return 0;
  target.set(content, at + headBytes);
  target.writeUInt32LE(isUser ? 0 : assistant, at);
  target.writeUInt16LE(level, at + 2);
  target.writeUInt32LE(length, at + 4);
  target.writeDoubleLE(time, at + 8);
  target.writeUInt32LE(0, at + 48);
  return headBytes + length;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= zero && byte <= zero + 9;

/** The number of so many digits; NaN when one is none. */
function numberIn(bytes: Uint8Array, at: number, digits: number): number {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    const byte = bytes[index];
    if (!isDigit(byte)) return Number.NaN;
    value = value * 10 + (byte ?? 0) - zero;
  }
  return value;
}

const [timeMarks, timeMarkPlaces] = [Buffer.from('--T::.Z'), [4, 7, 10, 13, 16, 19, 23]];

/** The time of a day that every month has, in a year of four digits; `undefined` for any other, which has to be parsed. */
function timeIn(bytes: Uint8Array, at: number): number | undefined {
  for (let index = 0; index < timeMarks.length; index += 1)
    if (bytes[at + (timeMarkPlaces[index] ?? 0)] !== timeMarks[index]) return undefined;
  const year = numberIn(bytes, at, 4);
  const month = numberIn(bytes, at + 5, 2);
  const day = numberIn(bytes, at + 8, 2);
  const hour = numberIn(bytes, at + 11, 2);
  const minute = numberIn(bytes, at + 14, 2);
  const second = numberIn(bytes, at + 17, 2);
  const isCertain =
    year >= 1_000 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 28 &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  const time = Date.UTC(year, month - 1, day, hour, minute, second, numberIn(bytes, at + 20, 3));
  return isCertain && !Number.isNaN(time) ? time : undefined;
}

/** The reader's id in a line that {@link packLine} took. */
export const readerInLine = (bytes: Buffer, start: number): string =>
  bytes.toString('latin1', start + readerPlace, start + readerPlace + uuidCharacters);

/** Whether two regular records are of one reader. */
export function hasSameReader(one: Buffer, at: number, other: Buffer, otherAt: number): boolean {
  for (let index = readerOffset; index < readerOffset + 16; index += 1)
    if (one[at + index] !== other[otherAt + index]) return false;
  return true;
}

/** The most that a line of this many bytes takes. */
export const mostPacked = (lineBytes: number): number => lineBytes + headBytes;

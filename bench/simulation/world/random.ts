/** Numbers that look random and follow from one seed (splitmix32). */
export function createRandom(seed: number) {
  let state = seed | 0;
  function bits(): number {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }
  /** In [0, 1). */
  const share = () => bits() / 2 ** 32;
  /** A whole number in [0, most). */
  const below = (most: number) => Math.floor(share() * most);
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => below(256)));
  return {
    share,
    below,
    bytes,
    chance: (odds: number) => share() < odds,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    uuid() {
      const hex = bytes(16).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}` as const;
    },
  };
}

export type Random = ReturnType<typeof createRandom>;

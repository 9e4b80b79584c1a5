import { codeKey, generateCode, unambiguousLetters } from '#shared/contracts/codes.ts';

/** How long a code is good, in milliseconds. */
const lifetime = 10 * 60 * 1000;

interface PairingCode {
  readerId: string;
  /** How the device that asked for the code calls itself. */
  device: string;
  /** In milliseconds of `performance.now()`, which nobody sets. */
  expiresAt: number;
}

/** The one-time codes by which another device becomes the same reader. In memory alone: no file and no copy ever holds one. */
export type PairingCodes = ReturnType<typeof createPairingCodes>;

export function createPairingCodes() {
  const byKey = new Map<string, PairingCode>();

  /** One code for each reader: the one before it is no longer good, nor are those whose time is over. */
  function drop(readerId: string): void {
    for (const [key, open] of byKey) {
      if (open.readerId === readerId || open.expiresAt <= performance.now()) byKey.delete(key);
    }
  }

  function find(code: string): PairingCode | undefined {
    const open = byKey.get(codeKey(code));
    return open && open.expiresAt > performance.now() ? open : undefined;
  }

  return {
    make(readerId: string, device: string): { code: string; expiresAt: string } {
      drop(readerId);
      const code = generateCode(unambiguousLetters).toUpperCase();
      byKey.set(codeKey(code), { readerId, device, expiresAt: performance.now() + lifetime });
      return { code, expiresAt: new Date(Date.now() + lifetime).toISOString() };
    },
    find,
    /** Uses a code up. Of many who race for it one gets it: nothing is awaited in between. */
    take(code: string): PairingCode | undefined {
      const open = find(code);
      byKey.delete(codeKey(code));
      return open;
    },
    /** A code that was taken for nothing: what it was taken for could not be written. */
    giveBack(code: string, open: PairingCode): void {
      byKey.set(codeKey(code), open);
    },
    drop,
  };
}

import { z } from 'zod';

const draft = z.object({
  at: z.string(),
  /** Id of the entry, or the one chosen for a new entry. */
  id: z.string(),
  updatedAt: z.string().optional(),
  base: z.record(z.string(), z.unknown()),
  fields: z.record(z.string(), z.unknown()),
});
export type Draft = z.infer<typeof draft>;

const prefix = 'bozza:';

/** Unsaved input of open sheets, in localStorage; storage errors are ignored. */
export const drafts = {
  read(key: string): Draft | undefined {
    try {
      return draft.safeParse(JSON.parse(localStorage.getItem(prefix + key) ?? 'null')).data;
    } catch {
      return undefined;
    }
  },
  write(key: string, written: Draft): boolean {
    try {
      localStorage.setItem(prefix + key, JSON.stringify(written));
      return true;
    } catch {
      return false;
    }
  },
  drop(key: string): void {
    try {
      localStorage.removeItem(prefix + key);
    } catch {
      // Storage is blocked.
    }
  },
};

export function uploadsIn(fields: Draft['fields']): string[] {
  const texts = Object.values(fields).filter((value) => typeof value === 'string');
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\/uploads\/((?:images|audio|video)\/[0-9a-f]{32}\.[a-z0-9]+)/g)].flatMap(
      ([, name]) => name ?? [],
    ),
  );
  return [...new Set(names)];
}

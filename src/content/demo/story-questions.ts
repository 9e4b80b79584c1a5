import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface CardFile {
  section: number;
  ricordi: { asks: string[]; about: string[] }[];
}

/** Readers' questions about the demonstration book, with the names each is about. @param root the repository */
export function readStoryQuestions(root: string): { ask: string; about: string[] }[] {
  const folder = join(root, 'src/content/demo/ricordi');
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return files.sort().flatMap((file) => {
    const { section, ricordi } = parse(readFileSync(join(folder, file), 'utf8')) as CardFile;
    if (section === 0) return [];
    return ricordi.flatMap(({ asks, about }) => asks.map((ask) => ({ ask, about })));
  });
}

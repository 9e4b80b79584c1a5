import type { Task } from '#shared/tasks.ts';
import type { Unit } from './units.ts';

const damping = 0.85;
const rounds = 20;

/**
 * How central each unit is among the others, from 0 to 1: PageRank over a graph whose edges weigh how much two units have in
 * common (TF-IDF cosine over stems), as in LexRank. The statistics are of these units alone.
 */
export function* centrality(units: readonly Unit[]): Task<number[]> {
  const holders = new Map<string, number[]>();
  for (const [at, { stems }] of units.entries()) {
    for (const stem of stems.keys()) {
      const list = holders.get(stem);
      if (list) list.push(at);
      else holders.set(stem, [at]);
    }
  }
  const idf = (stem: string) => Math.log(1 + units.length / (holders.get(stem)?.length ?? 1));
  const norms = units.map(({ stems }) =>
    Math.sqrt([...stems].reduce((sum, [stem, count]) => sum + (count * idf(stem)) ** 2, 0)),
  );
  yield;

  const edges: [to: number, weight: number][][] = [];
  for (const [at, { stems }] of units.entries()) {
    const dots = new Map<number, number>();
    for (const [stem, count] of stems) {
      const weight = idf(stem) ** 2 * count;
      for (const other of holders.get(stem) ?? []) {
        if (other !== at)
          dots.set(other, (dots.get(other) ?? 0) + weight * (units[other]?.stems.get(stem) ?? 0));
      }
    }
    const similar = [...dots].map(([to, dot]): [number, number] => [
      to,
      dot / ((norms[at] || 1) * (norms[to] || 1)),
    ]);
    const total = similar.reduce((sum, [, weight]) => sum + weight, 0) || 1;
    edges.push(similar.map(([to, weight]) => [to, weight / total]));
    yield;
  }

  let ranks = units.map(() => 1 / units.length);
  for (let round = 0; round < rounds; round += 1) {
    const next = units.map(() => (1 - damping) / units.length);
    for (const [at, row] of edges.entries())
      for (const [to, weight] of row) next[to] = (next[to] ?? 0) + damping * weight * (ranks[at] ?? 0);
    ranks = next;
    yield;
  }
  const most = Math.max(1e-9, ...ranks);
  return ranks.map((rank) => rank / most);
}

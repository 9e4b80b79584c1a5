import { checkAll } from './checks.ts';
import { Problem } from './facts.ts';
import { Life } from './life.ts';
import { happen, type Plan } from './plan.ts';

export interface Outcome {
  digest: string;
  /** Simulated hours during which the site ran. */
  hours: number;
  problem?: string;
  /** The last that happened, when there is a problem. */
  last?: readonly string[];
}

/** Runs one life to its end. What it did depends on the plan alone. */
export async function runLife(plan: Plan): Promise<Outcome> {
  const life = new Life(plan.seed, plan.hasBucket);
  const hours = () => life.runMs / 3_600_000;
  try {
    await life.begin();
    for (const happening of plan.happenings) await happen(life, happening);
    life.world.disk.trouble = 'none';
    await checkAll(life);
    await life.site.stop();
    return { digest: life.trace.digest(), hours: hours() };
  } catch (error) {
    const problem =
      error instanceof Problem ? error.message : String(error instanceof Error ? error.stack : error);
    return { digest: life.trace.digest(), hours: hours(), problem, last: [...life.trace.last] };
  } finally {
    await life.end();
  }
}

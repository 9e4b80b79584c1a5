import { z } from 'zod';
import { putSetting } from './settings.ts';
import type { Store } from '../store/types.ts';

const settingId = 'time-zone';
const usual = 'Europe/Rome';
const stored = z.string().catch(usual);

/** Of the author's days, as `Europe/Rome`. */
export const readTimeZone = ({ settings }: Pick<Store, 'settings'>): string =>
  stored.parse(settings.get(settingId)?.value);

export async function writeTimeZone({ mutate }: Pick<Store, 'mutate'>, timeZone: string): Promise<void> {
  await mutate([putSetting(settingId, timeZone)]);
}

/** The day of an instant where the author lives, as `2003-12-21`: days of 23 and 25 hours included. */
export function dayReader(timeZone: string): (instant: string | number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  // Zones change at whole quarters of an hour: one reading for each is enough for a hundred thousand messages.
  const quarterMs = 15 * 60_000;
  const byQuarter = new Map<number, string>();
  return (instant) => {
    const quarter = Math.floor(new Date(instant).getTime() / quarterMs);
    const day = byQuarter.get(quarter) ?? format.format(quarter * quarterMs);
    byQuarter.set(quarter, day);
    return day;
  };
}

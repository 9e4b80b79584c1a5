import { z } from 'zod';
import { putSetting } from './settings.ts';
import type { Operation, Store } from '../store/types.ts';

/** How many codes were redeemed on each day of a month, by the day's number: `{ "22": 3 }`. */
const monthOfCodes = z.record(z.string(), z.number());

const settingOf = (day: string) => `codes-redeemed:${day.slice(0, 7)}`;

function readMonth({ settings }: Pick<Store, 'settings'>, day: string): z.infer<typeof monthOfCodes> {
  return monthOfCodes.catch({}).parse(settings.get(settingOf(day))?.value ?? {});
}

/** How many codes were redeemed on a day of the author's like `2003-12-21`. */
export const codesOn = (store: Pick<Store, 'settings'>, day: string): number =>
  readMonth(store, day)[day.slice(8)] ?? 0;

/** Counts one redeemed code more: a number, and nothing of who or which. */
export function countCode(store: Pick<Store, 'settings'>, day: string): Operation {
  const value = { ...readMonth(store, day), [day.slice(8)]: codesOn(store, day) + 1 };
  return putSetting(settingOf(day), value);
}

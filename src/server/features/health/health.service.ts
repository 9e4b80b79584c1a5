import type { z } from 'zod';
import type { health, modelHealth, RefusalCounts } from '#shared/contracts/health.ts';
import type { DailyCopyState } from '#shared/contracts/copies.ts';
import type { RoomState } from '#shared/contracts/keeping.ts';
import type { MirrorStatus } from '#shared/contracts/mirror.ts';
import { AppError } from '#shared/errors.ts';
import { failureSentence } from '#server/model/failures.ts';
import type { ModelHealth } from '#server/model/health.ts';
import type { Store } from '#server/storage/store/types.ts';
import type { Monitor } from './monitor.ts';

export interface HealthServices {
  store: Pick<Store, 'state'>;
  mirror: { status(): MirrorStatus } | undefined;
  chat: { readonly active: number };
  /** `offline`: the embedded model, which needs no provider. */
  model: { name: string; offline: boolean; health: ModelHealth; notices(): string[] };
  monitor: Pick<Monitor, 'read'>;
  refusals: { counts(): RefusalCounts };
  /** Codes of this site that stand in the repository, where everybody can read them. */
  publishedCodes(): string[];
  keeping: { room(): RoomState };
  copies: { readonly state: DailyCopyState };
  version: string;
  /** In milliseconds of `performance.now()`. */
  startedAt: number;
}

/** @param isTrusted may know how busy the machine is */
export async function readHealth(
  services: HealthServices,
  isTrusted: boolean,
): Promise<z.infer<typeof health>> {
  const { store, mirror, chat, model, monitor, version, startedAt } = services;
  return {
    status: store.state === 'open' ? 'ok' : 'degraded',
    version,
    uptime: Math.floor((performance.now() - startedAt) / 1000),
    store: store.state,
    mirror: mirror?.status().state ?? 'off',
    model: model.name,
    ...(isTrusted && {
      activeReplies: chat.active,
      ...(await monitor.read()),
      dailyCopy: services.copies.state,
      ...countRecords(services),
    }),
  };
}

/** What the records say; nothing while they cannot be read from the disk: a monitor is answered all the same. */
function countRecords({ publishedCodes, keeping }: HealthServices) {
  try {
    return { publishedCodes: publishedCodes().length, conversations: keeping.room() };
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') return {};
    throw error;
  }
}

export function readModelHealth({ model }: HealthServices): z.infer<typeof modelHealth> {
  const { name, offline } = model;
  const problem = model.health.problem();
  const notices = model.notices();
  const status = { name, offline, ...(notices.length > 0 && { notices }) };
  if (!problem) return status;
  const message = failureSentence(problem.failure, name);
  return { ...status, problem: { message, at: new Date(problem.at).toISOString() } };
}

/*
 * What bench/ may know of the server. The one file that only passes exports on: rooms can be moved and renamed behind it
 * without touching a bench (docs/decisions/001-the-house.md).
 */
import { protagonist } from '#content/book.ts';
import { callBy } from '../text/addressing.ts';

// Who talks in benches that open no site.
callBy(protagonist.name);

export { default as helpModel } from '../help/trained-model.json';
export { hostilePrompts } from '../features/spoiler-check/hostile-prompts.ts';
export { leakyModel } from '../features/spoiler-check/leaky-models.ts';
export { extractInSteps, extractLineInSteps } from '../features/summaries/extract.ts';
export { createDetector } from '../help/detect.ts';
export { createHelp } from '../help/help.ts';
export { createSealer } from '../http/seal.ts';
export type { HostedModel, HostedOptions } from '../model/hosted.ts';
export { promptMessages } from '../model/messages.ts';
export { ModelError, type Turn } from '../model/types.ts';
export { type Bucket, BucketError, type ObjectHead } from '../storage/bucket/types.ts';
export { restoreFromBucket } from '../storage/mirror/restore-from-bucket.ts';
export { collectionNames } from '../storage/store/collections.ts';
export { realDisk, type Disk, type DiskFile } from '../storage/store/disk.ts';
export type { StoreEvent } from '../storage/store/events.ts';
export { migrations, schemaVersion } from '../storage/store/migrations.ts';
export { checkDatabase } from '../storage/store/restore.ts';
export { loadSessionKey } from '../storage/store/session-key.ts';
export { writeSnapshot } from '../storage/store/snapshot-file.ts';
export { StoreError } from '../storage/store/store-error.ts';
export { openStore } from '../storage/store/store.ts';
export type { Operation, Store } from '../storage/store/types.ts';
export { plannedTokens } from '../model/prompt-sizes.ts';
export { createListener } from '../listener/listener.ts';
export { createPersona } from './assemble/persona.ts';
export { buildRequest } from '../talk/prompt.ts';
export { paragraphs, sentences, terms } from '../text/italian.ts';
export { openLexicon, withOneAccent } from '../text/lexicon.ts';
export { bucketSettings, readEnv } from './env.ts';
export { openSite, type Site } from './site.ts';

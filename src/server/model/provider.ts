import { estimateTokens } from '../text/italian.ts';
import { watchedModel, type ModelHealth } from './health.ts';
import {
  createHostedModel,
  defaultModel,
  type HostedModel,
  type HostedOptions,
  type ListedModel,
} from './hosted.ts';
import { openMeter, type Meter, type Price } from './meter.ts';
import { createProbing, type Probing } from './probe.ts';
import { readServerAddress, serverName } from './server-address.ts';
import { createServerFacts, type ServerFacts } from './server-facts.ts';
import {
  readSettings,
  writeSettings,
  type KeptFile,
  type KeptLimits,
  type KeptSettings,
} from './settings-file.ts';
import { createTokensPerMinute, readLimit, type TokensPerMinute } from './tokens-per-minute.ts';
import type { ChatModel, Usage, WritingModel } from './types.ts';

export interface ProviderOptions {
  /**
   * Files of their own, readable by their owner only: a key is in neither the database nor its backups, and a restore brings none.
   */
  files: { settings: KeptFile; usage: KeptFile };
  /** What the environment says: it wins over the panel. Address and key go together: neither is sent where the other is not meant. */
  environment: KeptSettings;
  /** Dollars for a million tokens, by model. */
  prices: Readonly<Record<string, Price>>;
  waitMs: number;
  health: ModelHealth;
  /** Called with what nobody waits for: a probe, a count that could not be kept. */
  onError: (error: unknown) => void;
}

/** A change of the settings: absent keeps, empty removes. */
interface SettingsDraft {
  address?: string | undefined;
  key?: string | undefined;
  model?: string | undefined;
  limits?: KeptLimits | undefined;
}

/** The language model in use, which the author may change while the site runs. */
export interface Provider {
  /** Answers readers and writes to order; none without a key or a server that needs none. */
  readonly chat: ChatModel | undefined;
  readonly writing: WritingModel | undefined;
  readonly meter: Meter;
  /** Environment and panel together. */
  readonly settings: KeptSettings;
  readonly price: Price | undefined;
  /** How much the server in use was found to take; absent while nobody has looked. */
  readonly window: { tokens: number; cut: boolean } | undefined;
  /** How many replies a minute the limit leaves where the service keeps nothing of a prompt; absent without a limit. */
  readonly repliesPerMinute: number | undefined;
  admit(
    tokens: number,
    readerId: string | undefined,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<{ settle(usage: Usage): void }>;
  save(draft: SettingsDraft): Promise<void>;
  list(draft: SettingsDraft, signal: AbortSignal): Promise<ListedModel[]>;
  /** One real call. @throws ModelError */
  tryOut(
    draft: SettingsDraft,
    signal: AbortSignal,
  ): Promise<{ answer: string; model: string; usage: Usage; price: Price | undefined }>;
  close(): Promise<void>;
}

interface InUse {
  hosted: HostedModel;
  chat: ChatModel;
  writing: WritingModel;
  queue: TokensPerMinute;
  /** Tokens a minute, as they were known when it was set up. */
  limit: number | undefined;
  probing: Probing;
}

/** Milliseconds without a byte that a writer, a probe or a trial waits for. */
const longestIdleMs = 60_000;
/** Tokens a minute of Groq's free plan, until its answers tell another limit. */
const groqMinute = 8_000;

/** What a model is asked when the author tries it. */
const trial = {
  instructions: 'Rispondi in italiano, con una frase sola.',
  text: 'Ciao, mi senti?',
  answerTokens: 600,
};

export async function openProvider(options: ProviderOptions): Promise<Provider> {
  const { files, environment, prices, waitMs, health, onError } = options;
  let panel = await readSettings(files.settings);
  const settings = () => joinSettings(environment, panel);
  const meter = await openMeter(files.usage, () => settings().limits, { onError });
  const facts = createServerFacts(meter.facts, meter.keepFacts);
  let inUse = use();

  const priceOf = (of: KeptSettings) => of.price ?? prices[of.model ?? defaultModel];

  function host(
    of: KeptSettings,
    onUsage: (usage: Usage) => void,
    more: Pick<HostedOptions, 'onHeaders' | 'tokensPerMinute' | 'mostTokens'> = {},
  ): HostedModel {
    return createHostedModel({
      apiKey: of.key,
      baseUrl: of.address,
      model: of.model,
      idleMs: waitMs,
      patientIdleMs: Math.max(waitMs, longestIdleMs),
      facts,
      onUsage,
      ...more,
    });
  }

  /** @param again the server is probed again, though it was before */
  function use(again = false): InUse | undefined {
    const now = settings();
    if (!isUsable(now)) return undefined;
    const { isGroq } = readServerAddress(now.address);
    const set = now.limits.tokensPerMinute;
    const server = serverName(now.address, now.model ?? defaultModel);
    const usual = facts.of(server).tokensPerMinute ?? (isGroq ? groqMinute : undefined);
    const queue = createTokensPerMinute({ set, usual });
    const hosted = host(now, (usage) => meter.spend(usage, priceOf(now)), {
      onHeaders: (headers) => learnLimit(headers, server, facts, queue),
      tokensPerMinute: set ?? usual,
      ...(set !== undefined && { mostTokens: Infinity }),
    });
    const probing = createProbing(hosted, facts, onError);
    probing.begin(again);
    const succeeded = () => {
      health.succeeded();
      probing.begin();
    };
    const writing = limitedWriting(hosted, meter, () => priceOf(now));
    return {
      hosted,
      chat: watchedModel(hosted, { ...health, succeeded }),
      writing,
      queue,
      limit: set ?? usual,
      probing,
    };
  }

  const drafted = (draft: SettingsDraft) => joinSettings(environment, applyDraft(panel, draft));

  return {
    get chat() {
      return inUse?.chat;
    },
    get writing() {
      return inUse?.writing;
    },
    meter,
    get settings() {
      return settings();
    },
    get price() {
      return priceOf(settings());
    },
    get window() {
      return inUse && facts.of(inUse.hosted.server).window;
    },
    get repliesPerMinute() {
      return inUse && countReplies(inUse);
    },
    async admit(tokens, readerId, timeoutMs, signal) {
      const release = meter.reserve(tokens, priceOf(settings()), readerId);
      const share = await inUse?.queue.enter(tokens, timeoutMs, signal).catch((error: unknown) => {
        release();
        throw error;
      });
      return {
        settle({ prompt, completion, cached = 0 }) {
          release();
          // What the service had kept does not count towards the minute's limit (console.groq.com/docs/prompt-caching).
          if (share) share.tokens = prompt - cached + completion;
          if (readerId !== undefined) meter.charge(readerId, prompt + completion);
        },
      };
    },
    async save(draft) {
      const next = applyDraft(panel, draft);
      if (next.model !== panel.model || next.address !== panel.address) {
        // What the new model costs, if its server says so; a server that is off now may be on later.
        const hostedModels = await host(joinSettings(environment, next), () => undefined)
          .listModels(AbortSignal.timeout(waitMs))
          .catch(() => []);
        next.price = hostedModels.find(({ id }) => id === next.model)?.price;
      }
      await writeSettings(files.settings, next);
      panel = next;
      void inUse?.probing.end();
      health.succeeded();
      inUse = use(true);
    },
    list: (draft, signal) => host(drafted(draft), () => undefined).listModels(signal),
    async tryOut(draft, signal) {
      const of = drafted(draft);
      let usage: Usage = { prompt: 0, completion: 0 };
      const hosted = host(of, (counted) => {
        usage = counted;
        meter.spend(counted, priceOf(of));
      });
      const answer = await hosted.write(trial, signal);
      return { answer, model: hosted.name, usage, price: priceOf(of) };
    },
    async close() {
      await inUse?.probing.end();
      await meter.flush();
    },
  };
}

/** Takes over what a service says of its limit. */
function learnLimit(headers: Headers, server: string, facts: ServerFacts, queue: TokensPerMinute): void {
  const limit = readLimit(headers);
  if (limit === undefined || limit === facts.of(server).tokensPerMinute) return;
  facts.learn(server, { tokensPerMinute: limit });
  queue.changeLimit(limit);
}

/** Replies a minute, where a limit is known and the service keeps nothing. */
function countReplies({ hosted, limit }: InUse): number | undefined {
  if (hosted.caches || limit === undefined) return undefined;
  return Math.max(1, Math.round(limit / hosted.tokenBudget));
}

/** The same model, as far as the author's limits allow. */
function limitedWriting(hosted: HostedModel, meter: Meter, price: () => Price | undefined): WritingModel {
  return {
    name: hosted.name,
    get taskTokens() {
      return hosted.taskTokens;
    },
    async write(task, signal) {
      const tokens = estimateTokens(task.instructions + task.text) + task.answerTokens;
      const release = meter.reserve(tokens, price());
      try {
        return await hosted.write(task, signal);
      } finally {
        release();
      }
    },
  };
}

/** A key opens Groq; any other server may want none. */
function isUsable({ key, address }: KeptSettings): boolean {
  return key !== undefined || !readServerAddress(address).isGroq;
}

function joinSettings(environment: KeptSettings, panel: KeptSettings): KeptSettings {
  const isFixed = environment.address !== undefined || environment.key !== undefined;
  const { address, key } = isFixed ? environment : panel;
  return {
    address,
    key,
    model: environment.model ?? panel.model,
    ...(environment.model === undefined && { price: panel.price }),
    limits: { ...panel.limits, ...environment.limits },
  };
}

/** A key that was kept for one address is not sent to another. */
function applyDraft(panel: KeptSettings, { address, key, model, limits }: SettingsDraft): KeptSettings {
  const isChanged = (now: string | undefined, next: string | undefined) =>
    next === undefined ? now : next || undefined;
  const nextAddress = isChanged(panel.address, address);
  const isSame = readServerAddress(nextAddress).baseURL === readServerAddress(panel.address).baseURL;
  return {
    ...panel,
    address: nextAddress,
    key: isChanged(isSame ? panel.key : undefined, key),
    model: isChanged(panel.model, model),
    limits: limits ?? panel.limits,
  };
}

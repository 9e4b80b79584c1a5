import { findLeak, secrets, sections } from './book.ts';
import { Facts, levelOf, Problem, type ReaderFacts, require } from './facts.ts';
import { type Answer, firstPassword, Person, type Question, SimulatedSite } from './site.ts';
import { Trace } from './trace.ts';
import { beginWorld, type World } from './world/world.ts';

/** What a request came to: done, certainly not done, or nobody can know. */
export type Outcome = 'done' | 'refused' | 'perhaps';

const dayTokens = 9_000;
const timeoutMs = 5 * 60_000;

/** Days are those of the machine's own time zone. */
const dayOf = (time: number) => new Date(time).toDateString();

/** One life of the site: its world, the site in it, the people, and what they know. */
export class Life {
  readonly world: World;
  readonly trace = new Trace(() => this.now);
  readonly site: SimulatedSite;
  readonly facts = new Facts();
  readonly people = new Map<string, Person>();
  readonly hasBucket: boolean;
  /** Whether the disk gave an I/O error since the start: what was refused may be there after the next. */
  isDiskDoubtful = false;
  /** Moments at which what was paid may have been forgotten. */
  readonly crashes: number[] = [];
  /** How often the machine's clock was set to another day. */
  #otherDays = 0;
  runMs = 0;
  #texts = 0;

  constructor(seed: number, hasBucket: boolean) {
    this.world = beginWorld(seed, secrets);
    this.hasBucket = hasBucket;
    this.facts.passwords.add(firstPassword);
    this.site = new SimulatedSite(this.world, this.trace, {
      GROQ_BASE_URL: 'http://model.test/v1',
      MODEL_DAY_TOKENS: String(dayTokens),
      KEEP_MONTHS: '1',
      KEEP_STRANGERS_DAYS: '2',
      KEEP_MESSAGES: '200',
      ...(hasBucket && { S3_BUCKET: 'simulato', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }),
      // A lost machine takes a key of its own with it, and with the key what every cookie opens.
      ...(hasBucket && { SESSION_SECRET: 'una chiave di prova, lunga abbastanza' }),
    });
  }

  get now(): number {
    return this.world.time.now;
  }

  /** Whether the disk keeps what it is given: with a full one the author still gets in, until the next start. */
  get isSound(): boolean {
    return this.world.disk.trouble === 'none' && !this.isDiskDoubtful;
  }

  person(name: string): Person {
    const person = this.people.get(name) ?? new Person(name, this.newAddress());
    this.people.set(name, person);
    return person;
  }

  reader(number: number): { person: Person; reader: ReaderFacts } {
    const name = `lettore-${number}`;
    return { person: this.person(name), reader: this.facts.reader(name) };
  }

  newAddress(): string {
    const { random } = this.world;
    return [10, random.below(256), random.below(256), 1 + random.below(254)].join('.');
  }

  /** Words that nobody has said before. */
  newText(): string {
    return `Sono alla pagina ${10_000 + (this.#texts += 1)} e fuori piove.`;
  }

  async begin(): Promise<void> {
    await this.start();
    const author = await this.author();
    for (const body of sections) {
      const answer = await this.ask(author, { method: 'POST', path: '/api/sections', body });
      require(answer?.status === 201, `a section was refused: ${answer?.text}`);
    }
  }

  /** Starts the site, which must succeed. */
  async start(): Promise<void> {
    const failure = await this.site.start();
    require(failure === undefined, `the site does not start: ${String(failure)}`);
    this.isDiskDoubtful = false;
    this.facts.resume(this.now);
  }

  async crash(isPowerCut: boolean): Promise<void> {
    this.crashes.push(this.now);
    await this.site.kill(isPowerCut);
  }

  /** @returns the answer; `undefined` when the process ended before it came */
  async ask(person: Person, question: Question): Promise<Answer | undefined> {
    return (await this.askAll([{ person, question }]))[0];
  }

  /**
   * Several at once; what everybody's answers have in common is checked.
   *
   * @param moment ends the waiting: something that resolves, or so many answers
   * @returns their answers, `undefined` for those that had none when so much time was over, or `moment` was there
   */
  async askAll(
    requests: readonly { person: Person; question: Question }[],
    mostMs = timeoutMs,
    moment?: Promise<unknown> | number,
  ): Promise<(Answer | undefined)[]> {
    const answers: (Answer | undefined)[] = requests.map(() => undefined);
    let failure: unknown;
    let count = 0;
    let tell: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => (tell = resolve));
    const all = requests.map(async ({ person, question }, index) => {
      const before = this.#ceilingOf(person);
      const answer = await this.site.ask(person, question);
      answers[index] = answer;
      if ((count += 1) === moment) tell();
      try {
        this.#check(person, question, answer, before);
      } catch (error) {
        failure = error;
      }
    });
    const ends = [Promise.all(all), isAnswered, ...(typeof moment === 'object' ? [moment] : [])];
    const isOver = await this.world.time.until(Promise.race(ends), mostMs);
    if (failure) throw failure;
    require(isOver || mostMs < timeoutMs, `${requests[0]?.question.path} was never answered`);
    return answers;
  }

  #ceilingOf({ name }: Person): number {
    const reader = this.facts.records.readers.get(name);
    return reader ? levelOf(reader) : 0;
  }

  #check(person: Person, { method = 'GET', path }: Question, answer: Answer, before: number): void {
    const what = `${method} ${path} (${answer.status})`;
    require(answer.status !== 500, `${what}: ${answer.text}`);
    if (person.name.startsWith('autore')) return;
    // What a code has just opened may be told in its own answer.
    const level = path === '/api/redeem-code' ? sections.length : Math.max(before, this.#ceilingOf(person));
    const leak = findLeak(answer.text, level);
    require(leak === undefined, `${what} told ${person.name} of ${leak} at level ${level}`);
  }

  outcome(answer: Answer | undefined): Outcome {
    if (!answer) return 'perhaps';
    if (answer.status < 300) return 'done';
    return answer.status >= 500 && this.isDiskDoubtful ? 'perhaps' : 'refused';
  }

  /** Somebody who is certainly signed in as the author. */
  async author(): Promise<Person> {
    const person = this.person('autore');
    const session = await this.#askOnceRead(person, { path: '/api/admin/session' });
    if ((session?.json as { authenticated?: boolean } | undefined)?.authenticated) {
      const facts = this.facts.sessions.get(person.name);
      if (facts) facts.lastUse = this.now;
      return person;
    }
    for (const password of this.facts.passwords) {
      person.address = this.newAddress();
      const login = { method: 'POST', path: '/api/admin/login', body: { password } };
      const answer = await this.#askOnceRead(person, login);
      if (answer?.status !== 204) continue;
      this.facts.passwords = new Set([password]);
      this.noteSignIn(person);
      return person;
    }
    throw new Problem('the author’s password is refused');
  }

  /** Asks again while a disk that gives errors has to be read anew. */
  async #askOnceRead(person: Person, question: Question): Promise<Answer | undefined> {
    let answer = await this.ask(person, question);
    for (let time = 0; answer?.status === 503 && time < 20; time += 1) {
      await this.pass(5_000);
      answer = await this.ask(person, question);
    }
    return answer;
  }

  noteSignIn({ name }: Person): void {
    const state = this.isSound ? 'open' : 'perhaps';
    this.facts.sessions.set(name, { since: this.now, lastUse: this.now, state });
  }

  /** Lets so much time pass while the site runs. */
  async pass(milliseconds: number): Promise<void> {
    await this.world.time.pass(milliseconds);
    this.runMs += milliseconds;
    this.facts.lastRan = this.now;
  }

  /** Somebody sets the machine's clock, or it is corrected over the network: a timer waits as long as before. */
  setClock(milliseconds: number): void {
    const before = dayOf(this.now);
    this.sleep(milliseconds);
    if (dayOf(this.now) !== before) this.#otherDays += 1;
    this.facts.clockSlackMs += Math.abs(milliseconds);
  }

  /** The machine is suspended: that much later all of it goes on where it was. */
  sleep(milliseconds: number): void {
    this.world.time.jump(milliseconds);
    this.facts.resume(this.now);
    this.trace.add('clock', `${milliseconds}`);
  }

  /** The whole model's bill: never more than one reply over the cap in a day, each day that the clock was set to anew. */
  checkBill(): void {
    const days = new Map<string, { tokens: number; most: number }>();
    for (const { at, tokens } of this.world.model.bills) {
      const before = days.get(dayOf(at)) ?? { tokens: 0, most: 0 };
      days.set(dayOf(at), { tokens: before.tokens + tokens, most: Math.max(before.most, tokens) });
    }
    for (const [day, { tokens, most }] of days) {
      const forgotten = this.crashes.filter((at) => dayOf(at) === day).length;
      const bound = dayTokens * (1 + this.#otherDays) + most * (1 + 16 * forgotten);
      require(tokens <= bound, `on ${day} ${tokens} tokens were paid, ${dayTokens} are allowed`);
    }
  }
}

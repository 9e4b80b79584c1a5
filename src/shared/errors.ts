/** The closed list of errors: HTTP status and default Italian message of each code. */
export const errors = {
  INVALID: { status: 400, message: 'I dati inviati non sono validi.' },
  INVALID_CODE: { status: 400, message: 'Codice non valido.' },
  UNAUTHENTICATED: { status: 401, message: 'Accesso richiesto.' },
  NOT_RECENT: { status: 401, message: 'Per questo serve una conferma: rientra e riprova.' },
  WRONG_PASSWORD: { status: 401, message: 'Password errata.' },
  FORBIDDEN_ORIGIN: { status: 403, message: 'Richiesta rifiutata: proviene da un altro sito.' },
  NOT_FOUND: { status: 404, message: 'Elemento non trovato.' },
  UNKNOWN_PATH: { status: 404, message: 'Indirizzo sconosciuto.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Metodo non consentito.' },
  DUPLICATE: { status: 409, message: 'Esiste già un elemento con questo valore.' },
  CHANGED: { status: 409, message: 'Intanto è stato cambiato altrove: qui non è stato salvato nulla.' },
  TOO_LARGE: { status: 413, message: 'Il contenuto inviato è troppo grande.' },
  WRONG_TYPE: { status: 415, message: 'Tipo di contenuto non accettato.' },
  IMPOSSIBLE: { status: 422, message: 'La richiesta è leggibile ma non si può eseguire.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Troppe richieste: attendi un momento e riprova.' },
  INTERNAL: { status: 500, message: 'Errore interno.' },
  UPSTREAM_FAILED: { status: 502, message: 'Il servizio esterno non ha risposto come previsto.' },
  UNAVAILABLE: { status: 503, message: 'Servizio momentaneamente non disponibile.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** A refused field: `path` as sent by the caller (`'title'`), `message` in Italian. */
export interface Issue {
  path: string;
  message: string;
}

export interface ErrorBody {
  message: string;
  code: ErrorCode;
  issues?: Issue[];
  /** With `CHANGED`: the entity as stored now. */
  current?: unknown;
}

interface AppErrorOptions {
  issues?: Issue[];
  /** The entity as stored now, for a refused update. */
  current?: object;
  /** Seconds until a retry is allowed; sent as `Retry-After`. */
  retryAfter?: number;
  cause?: unknown;
}

/** An error of the closed list; any other thrown value becomes `INTERNAL` at the edge. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  readonly retryAfter: number | undefined;
  // Private, so that logging the error does not print the text.
  readonly #current: object | undefined;

  constructor(code: ErrorCode, message: string = errors[code].message, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.issues = options.issues;
    this.retryAfter = options.retryAfter;
    this.#current = options.current;
  }

  get status(): number {
    return errors[this.code].status;
  }

  toBody(): ErrorBody {
    return {
      message: this.message,
      code: this.code,
      ...(this.issues && { issues: this.issues }),
      ...(this.#current && { current: this.#current }),
    };
  }
}

import { FastResponse } from 'srvx';

type Body = string | Uint8Array<ArrayBuffer> | null;

/**
 * An answer that is whole in memory, still known by its parts: headers are added to a plain object, and the bytes go out in
 * one write (see node-handler.ts). A `Headers` object alone costs more than the rest of a small answer.
 */
export class PlainResponse extends FastResponse {
  readonly plainBody: Body;
  /** What the response reads when somebody asks it for its headers: what is added here before counts. */
  readonly plainHeaders: Record<string, string | string[]>;

  constructor(body: Body, { status = 200, headers }: { status?: number; headers: Record<string, string> }) {
    const own: Record<string, string | string[]> = headers;
    super(body, { status, headers: own as Record<string, string> });
    this.plainBody = body;
    this.plainHeaders = own;
  }
}

import http from 'node:http';

export interface Call {
  agent?: http.Agent;
  /** The address that asks: all of 127.0.0.0/8 is this machine. */
  localAddress?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs?: number;
  /** Hangs up after so many milliseconds. */
  leaveAfterMs?: number;
}

export interface Called {
  /** 0 when nothing was answered, or not to its end. */
  status: number;
  ms: number;
  headers: http.IncomingHttpHeaders;
  /** The end of the answer, or why there was none. */
  text: string;
}

/** One call with its answer read to the end; it never rejects. */
export function call(url: string, { body, timeoutMs = 120_000, leaveAfterMs, ...options }: Call = {}) {
  const began = performance.now();
  return new Promise<Called>((resolve) => {
    const end = (status: number, headers: http.IncomingHttpHeaders, text: string) =>
      resolve({ status, headers, text, ms: performance.now() - began });
    const fail = (error: Error) => end(0, {}, error.message);
    const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...options.headers };
    const request = http.request(url, { ...options, headers, timeout: timeoutMs }, (response) => {
      let last = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (last = (last + chunk).slice(-4_000)));
      response.on('error', fail);
      response.on('end', () => end(response.statusCode ?? 0, response.headers, last));
    });
    request.on('timeout', () => request.destroy(new Error(`no answer in ${timeoutMs} ms`)));
    request.on('error', fail);
    if (leaveAfterMs !== undefined) setTimeout(() => request.destroy(), leaveAfterMs);
    request.end(body);
  });
}

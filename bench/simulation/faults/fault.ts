/** A mistake that somebody could make: `from` stands in the file exactly once, and `to` takes its place. */
export interface Fault {
  name: string;
  room: 'store' | 'mirror' | 'limits' | 'sign-in' | 'retention' | 'gate' | 'failover' | 'sockets';
  file: string;
  from: string;
  to: string;
  /** What it breaks. */
  breaks: string;
}

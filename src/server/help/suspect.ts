/** How probably a message is one of danger or pain, 0–1; `undefined` where nothing can say. */
export type Suspicion = (message: string) => number | undefined;

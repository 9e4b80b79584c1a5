/** Maximum devices per reader. In a module of its own, so that clients do not load the contracts. */
export const mostDevices = 5;

/** At most so many devices are one reader. By itself: what shows it needs none of the contracts. */
export const mostDevices = 5;

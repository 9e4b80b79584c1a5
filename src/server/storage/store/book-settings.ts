/** Settings with this prefix are the author's book: a restore brings them back, and the uploads they speak of are in use. */
export const bookPrefix = 'book:';

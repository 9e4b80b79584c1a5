/** Settings with this prefix are the author's book: a restore brings them back, and the uploads they speak of are in use. */
export const bookPrefix = 'book:';

/** Settings with this prefix are what the last imported package replaced: they belong to the book that is here. */
export const packagePrefix = 'package:';

import { foldChatSpelling } from '../text/chat-spelling.ts';
import { isStopWord, stem } from '../text/italian.ts';

const wordsOf = (text: string) => foldChatSpelling(text).match(/[\p{L}\p{N}]+/gu) ?? [];
/** The words of a text alone, folded: «Chi è stato?» and «chi e stato» are the same. */
export const plainWords = (text: string): string => wordsOf(text).join(' ');

/** The stems of the words of a text that say what it is about. */
export const contentStems = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => !isStopWord(word))
    .map(stem);

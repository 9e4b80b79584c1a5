declare module 'snowball-stemmers' {
  export interface Stemmer {
    stem(word: string): string;
  }
  const factory: { newStemmer(language: 'italian'): Stemmer };
  export default factory;
}

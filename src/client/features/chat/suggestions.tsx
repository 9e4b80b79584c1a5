interface SuggestionsProps {
  /** `undefined` while they are on their way: their line is kept free, so that nothing moves when they come. */
  questions: readonly string[] | undefined;
  onAsk(question: string): void;
}

/** Questions the reader may ask next, in one line that scrolls: they never take the room of the line being written. */
export function Suggestions({ questions, onAsk }: SuggestionsProps) {
  if (!questions) return <div className="terminal-suggestions" aria-hidden="true" />;
  if (questions.length === 0) return null;
  return (
    <ul className="terminal-suggestions" aria-label="Domande che puoi fare">
      {questions.map((question) => (
        <li key={question}>
          <button type="button" onClick={() => onAsk(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface SuggestionsProps {
  /** `undefined` while loading: reserves the line to avoid a layout shift. */
  questions: readonly string[] | undefined;
  onAsk(question: string): void;
}

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

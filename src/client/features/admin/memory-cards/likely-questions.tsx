import { useState } from 'react';
import type { LikelyQuestion } from '#shared/contracts/memory-cards.ts';
import { trpc } from '#client/trpc.ts';

const shownAtFirst = 6;

interface LikelyQuestionsProps {
  address: string;
  onAnswer(question: LikelyQuestion): void;
}

export function LikelyQuestions({ address, onAnswer }: LikelyQuestionsProps) {
  const { data: questions = [] } = trpc.memoryCards.questions.useQuery({ id: address });
  const [isWhole, setIsWhole] = useState(false);
  if (questions.length === 0) return null;
  const visibleQuestions = isWhole ? questions : questions.slice(0, shownAtFirst);
  return (
    <section className="grid gap-2" aria-label="Domande probabili">
      <h3 className="text-[1.1875rem] font-semibold">Domande probabili</h3>
      <p className="admin-hint">
        Trovate nel testo; nessun ricordo risponde ancora. Con un tocco si comincia a rispondere.
      </p>
      <ul>
        {visibleQuestions.map((suggestion) => (
          <li key={suggestion.question} className="py-2 border-b border-b-(--rule)">
            <button
              type="button"
              className="admin-link font-semibold text-left"
              onClick={() => onAnswer(suggestion)}
            >
              {suggestion.question}
            </button>
            <blockquote className="font-serif text-[0.9375rem]">{suggestion.evidence}</blockquote>
          </li>
        ))}
      </ul>
      {questions.length > visibleQuestions.length && (
        <button type="button" className="admin-link justify-self-start" onClick={() => setIsWhole(true)}>
          Mostra le altre {questions.length - visibleQuestions.length}
        </button>
      )}
    </section>
  );
}

import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { currentBook, plateOf } from './current-book.ts';
import { isServerThere, MissingPart, reloadOnce } from './ui/missing-part.ts';
import { SilentLine } from './ui/silent-line.tsx';

export function PageFailed({ error }: ErrorComponentProps) {
  const isMissing = error instanceof MissingPart;
  const [isCalling, setIsCalling] = useState(false);

  async function retry(): Promise<void> {
    setIsCalling(true);
    if (await isServerThere()) location.reload();
    else setIsCalling(false);
  }

  useEffect(() => {
    if (!isMissing) return undefined;
    void reloadOnce();
    const callAgain = () => void retry();
    addEventListener('online', callAgain);
    return () => removeEventListener('online', callAgain);
  }, [isMissing]);

  return (
    <SilentLine
      plate={plateOf(currentBook())}
      title={isMissing ? 'La linea tace' : 'Un relè è rimasto incollato'}
    >
      <title>La linea tace</title>
      <p>
        {isMissing
          ? 'Questa pagina non arriva: manca la rete, o il filo si è interrotto. Quello che avevi scritto non è perduto.'
          : 'Questa pagina si è fermata per un guasto nostro. Ricominciare di solito basta.'}
      </p>
      <p className="silence-ways">
        <button type="button" disabled={isCalling} onClick={() => void retry()}>
          Riprova
        </button>
        <Link to="/">Torna alla Home</Link>
      </p>
    </SilentLine>
  );
}

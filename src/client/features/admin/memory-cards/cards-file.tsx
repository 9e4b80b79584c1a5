import { useRef } from 'react';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { showError } from '../error-toast.ts';
import { FileInput } from '../file-input.tsx';
import { asksToSignIn } from '../session/sign-in-link.ts';
import { arrivedText } from './card-texts.ts';
import type { Cards } from './use-cards.ts';

interface CardsFileProps {
  address: string;
  cards: Cards;
  onAnnounce(message: string): void;
}

export function CardsFile({ address, cards, onAnnounce }: CardsFileProps) {
  const utils = trpc.useUtils();
  const input = useRef<HTMLInputElement>(null);
  const isReplacing = useRef(false);
  const count = cards.list.data?.length ?? 0;

  function choose(replace: boolean): void {
    isReplacing.current = replace;
    input.current?.click();
  }

  async function read(file: File): Promise<void> {
    const replace = isReplacing.current;
    const question = `I ${count} ricordi che ci sono saranno sostituiti da quelli di «${file.name}». Continuare?`;
    if (replace && count > 0 && !window.confirm(question)) return;
    const arrived = await cards.importYaml(await file.text(), replace);
    if (arrived) onAnnounce(`${replace ? 'Sostituiti' : 'Aggiunti'}: ${arrivedText(arrived)}.`);
  }

  async function download(): Promise<void> {
    try {
      const { name, yaml } = await utils.client.memoryCards.export.query(
        { id: address },
        { context: asksToSignIn },
      );
      const url = URL.createObjectURL(new Blob([yaml], { type: 'application/yaml' }));
      const link = Object.assign(document.createElement('a'), { href: url, download: name });
      link.click();
      URL.revokeObjectURL(url);
    } catch (error) {
      showError(error, 'Impossibile scaricare i ricordi');
    }
  }

  return (
    <>
      <Button small disabled={cards.isImporting} onClick={() => choose(false)}>
        Aggiungi da YAML
      </Button>
      <Button small disabled={cards.isImporting} onClick={() => choose(true)}>
        Sostituisci con YAML
      </Button>
      <Button small disabled={count === 0} onClick={() => void download()}>
        Scarica YAML
      </Button>
      <FileInput
        ref={input}
        accept=".yaml,.yml,application/yaml,text/yaml"
        aria-label="File di ricordi"
        onFiles={([file]) => file && void read(file)}
      />
    </>
  );
}

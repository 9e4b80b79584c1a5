import { lazy, Suspense, useState } from 'react';
import type { Section } from '#shared/contracts/sections.ts';
import type { SectionVersion } from '#shared/contracts/versions.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { Button } from '../button.tsx';
import { showError } from '../error-toast.ts';
import { formatMoment, formatNumber } from '../format.ts';
import { TableFailure, TableLoading } from '../kit/loaded.tsx';
import './saving.css';

const TwoTexts = lazy(() => import('./two-texts.tsx').then((module) => ({ default: module.TwoTexts })));

type SectionOfVersions = Pick<Section, 'id' | 'title' | 'content' | 'updatedAt'>;

interface SectionVersionsProps {
  section: SectionOfVersions;
  /** Unsaved input would conflict with an older text. */
  isUnsaved: boolean;
}

export function SectionVersions(props: SectionVersionsProps) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      className="book-details"
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
    >
      <summary>Versioni</summary>
      {wasOpened && <VersionsList {...props} />}
    </details>
  );
}

function VersionsList({ section, isUnsaved }: SectionVersionsProps) {
  const utils = trpc.useUtils();
  const { id, updatedAt } = section;
  const list = trpc.sections.versions.useQuery({ id }, { staleTime: 0, networkMode: 'always' });
  const [shown, setShown] = useState<string>();
  const takeBack = trpc.sections.takeBack.useMutation({
    onSuccess() {
      setShown(undefined);
      showToast({ title: 'Versione ripresa', description: 'Quella che c’era è adesso fra le versioni.' });
    },
    onError: (error) => showError(error, 'La versione non è stata ripresa: il server non ha risposto.'),
    onSettled: () =>
      Promise.all([
        utils.sections.invalidate(),
        utils.summaries.progress.invalidate(),
        utils.memoryCards.invalidate(),
      ]),
  });
  if (!list.data)
    return list.error ? (
      <TableFailure text="Impossibile leggere le versioni" error={list.error} list={list} />
    ) : (
      <TableLoading text="Lettura delle versioni…" />
    );
  if (list.data.length === 0)
    return (
      <p className="admin-hint">Ancora nessuna: quando salvi un testo cambiato, quello di prima resta qui.</p>
    );
  return (
    <>
      <p className="admin-hint">
        I testi di prima, fino a trenta. Riprenderne uno non perde quello di adesso.
        {isUnsaved && ' Prima salva quello che hai scritto.'}
      </p>
      <ol role="list" className="saving-list">
        {list.data.map((version) => {
          const name = `la versione del ${formatMoment(version.writtenAt)}`;
          const isShown = shown === version.id;
          return (
            <li key={version.id}>
              <VersionLine version={version} />
              <span className="saving-keys">
                <Button
                  small
                  aria-expanded={isShown}
                  aria-label={`Confronta ${name}`}
                  onClick={() => setShown(isShown ? undefined : version.id)}
                >
                  Confronta
                </Button>
                <Button
                  small
                  disabled={isUnsaved || takeBack.isPending}
                  aria-label={`Riprendi ${name}`}
                  onClick={() => takeBack.mutate({ id, version: version.id, updatedAt })}
                >
                  Riprendi
                </Button>
              </span>
              {isShown && <Comparison section={section} version={version.id} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

const VersionLine = ({ version: { title, words, writtenAt, replacedAt } }: { version: SectionVersion }) => (
  <span>
    <strong>{title}</strong>
    <span className="admin-hint">
      {formatNumber(words)} parole · scritta il {formatMoment(writtenAt)}, sostituita il{' '}
      {formatMoment(replacedAt)}
    </span>
  </span>
);

function Comparison({ section, version }: { section: SectionOfVersions; version: string }) {
  const text = trpc.sections.version.useQuery({ id: section.id, version });
  if (!text.data)
    return text.error ? (
      <TableFailure text="Impossibile leggere la versione" error={text.error} list={text} />
    ) : (
      <TableLoading text="Lettura della versione…" />
    );
  const { title, content } = text.data;
  const fullText = (version: { title: string; content: string }) =>
    title === section.title ? version.content : `${version.title}\n\n${version.content}`;
  return (
    <Suspense fallback={<TableLoading text="Confronto i due testi…" />}>
      <TwoTexts
        one={{ title: 'Di prima', text: fullText({ title, content }) }}
        other={{ title: 'Di adesso', text: fullText(section) }}
      />
    </Suspense>
  );
}

import type { KeepingNotice as Notice } from '#shared/contracts/keeping.ts';
import type { PublicBook } from '#shared/contracts/book.ts';
import { trpc } from '#client/trpc.ts';

/**
 * Data controller, purpose and retention of conversations, as far as the author has set them. The controller comes from
 * the site's settings, else from the book.
 */
export function KeepingNotice({ controller }: Pick<PublicBook['landing'], 'controller'>) {
  const { data } = trpc.keeping.notice.useQuery();
  if (!data) return null;
  return (
    <section>
      <h3>Chi li tiene, e per quanto</h3>
      <p>
        {noticeText({
          ...data,
          controller: data.controller || controller?.name,
          contact: data.contact || controller?.contact,
        })}
      </p>
    </section>
  );
}

function noticeText({ controller, contact, purpose, months, strangerDays, copiesDays }: Notice): string {
  return [
    controller && `Titolare del trattamento: ${controller}.`,
    contact && `Per ogni richiesta: ${contact}.`,
    purpose && `Scopo: ${purpose}.`,
    `Conversazione e livello si cancellano da soli ${countOf(months, 'mese', 'mesi')} dopo il tuo ultimo messaggio o codice,`,
    `dopo ${countOf(strangerDays, 'giorno', 'giorni')} se non hai mai usato un codice.`,
    `Le copie di sicurezza del server scadono in ${countOf(copiesDays, 'giorno', 'giorni')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const countOf = (count: number, singular: string, plural: string) =>
  `${count} ${count === 1 ? singular : plural}`;

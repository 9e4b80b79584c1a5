import { currentBook } from '#client/current-book.ts';

/** Opening lines, with the disclosure that an AI answers (EU AI Act, article 50). */
export function ChannelOpening() {
  const { character, encyclopedia } = currentBook();
  return (
    <div className="terminal-opening">
      <p className="terminal-boot" aria-hidden="true">
        {encyclopedia && <span>TS-80 REV. 4</span>}
        <span>MEMORIA A NUCLEI</span>
        <span>64K OK</span>
        <span>PORTANTE{encyclopedia && ' 34,5 MHz'}</span>
        <span>AGGANCIATA</span>
      </p>
      <p className="mt-[0.9rem] pt-[0.6rem] px-[min(0.8rem,3vw)] pb-[0.7rem] border border-(--phosphor-dim) border-l-[min(0.5rem,2vw)] wrap-break-word hyphens-auto text-pretty cabinet:max-w-[80ch]">
        <strong className="mr-[0.5ch] py-0 px-[0.5ch] bg-(--phosphor) font-semibold text-(--tube) [text-shadow:none] forced-colors:border">
          AVVISO
        </strong>{' '}
        Stai per parlare con un’intelligenza artificiale. Le risposte di {character.name} sono generate da un
        programma, non da una persona, e possono contenere errori.
      </p>
      <noscript>
        <p>Per parlare con {character.name} serve JavaScript: attivalo nel browser e ricarica la pagina.</p>
      </noscript>
    </div>
  );
}

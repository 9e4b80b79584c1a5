import { protagonist } from '#content/book.ts';

/** The start of every conversation: the terminal's own lines, and who (or what) answers (EU AI Act, article 50). */
export function ChannelOpening() {
  return (
    <div className="terminal-opening">
      <p className="terminal-boot" aria-hidden="true">
        <span>TS-80 REV. 4</span>
        <span>MEMORIA A NUCLEI</span>
        <span>64K OK</span>
        <span>PORTANTE 34,2 MHZ</span>
        <span>AGGANCIATA</span>
      </p>
      <p className="terminal-ai-notice">
        <strong>AVVISO</strong> Stai per parlare con un’intelligenza artificiale. Le risposte di{' '}
        {protagonist.name} sono generate da un programma, non da una persona, e possono contenere errori.
      </p>
      <noscript>
        <p>Per parlare con {protagonist.name} serve JavaScript: attivalo nel browser e ricarica la pagina.</p>
      </noscript>
    </div>
  );
}

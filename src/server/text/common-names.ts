import { fold } from './italian.ts';

/**
 * What Italian writes with a capital letter and everybody knows: places, peoples' feasts, heavens, makes, forms of address.
 * Never first names, nor words that would be one.
 */
const commonNames = `
  Africa America Americhe Antartide Artide Asia Europa Oceania Australia Mediterraneo Adriatico Tirreno Atlantico Pacifico
  Artico Antartico Baltico Caraibi Balcani Alpi Appennini Appennino Ande Himalaya Everest Vesuvio Etna Stromboli Dolomiti
  Cervino Sahara Siberia Lapponia Scandinavia Groenlandia Alaska Patagonia Amazzonia Amazzoni Polinesia Po Tevere Arno Adige
  Nilo Danubio Reno Senna Tamigi Volga Gange Mississippi Garda Como Trasimeno
  Italia Francia Spagna Portogallo Germania Austria Svizzera Belgio Olanda Lussemburgo Inghilterra Scozia Irlanda Galles
  Danimarca Norvegia Svezia Finlandia Islanda Polonia Ungheria Romania Bulgaria Grecia Turchia Albania Serbia Croazia
  Slovenia Slovacchia Ucraina Russia Estonia Lettonia Lituania Bielorussia Moldavia Macedonia Montenegro Kosovo Malta Cipro
  Egitto Libia Tunisia Algeria Marocco Etiopia Eritrea Somalia Kenya Nigeria Senegal Ghana Congo Sudafrica Canada Messico
  Brasile Argentina Cile Perù Colombia Venezuela Bolivia Ecuador Uruguay Paraguay Cuba Cina Giappone Corea India Pakistan
  Afghanistan Iran Iraq Siria Libano Israele Palestina Giordania Arabia Vietnam Thailandia Indonesia Filippine Mongolia
  Nepal Tibet Stati Uniti Unione Sovietica Regno Unito
  Lombardia Piemonte Liguria Veneto Friuli Trentino Toscana Umbria Marche Lazio Abruzzo Molise Campania Puglia Basilicata
  Calabria Sicilia Sardegna
  Roma Milano Napoli Torino Palermo Genova Bologna Firenze Bari Catania Venezia Verona Messina Padova Trieste Brescia Parma
  Prato Modena Livorno Cagliari Perugia Foggia Ferrara Salerno Ravenna Rimini Siracusa Sassari Bergamo Pescara Trento
  Bolzano Vicenza Terni Novara Piacenza Ancona Arezzo Udine Cesena Lecce Pesaro Pisa Lucca Siena Como Varese Cremona Pavia
  Mantova Aosta Assisi Matera Potenza Catanzaro Cosenza Taranto Brindisi Caserta Benevento
  Londra Parigi Berlino Madrid Barcellona Lisbona Vienna Praga Budapest Varsavia Mosca Pietroburgo Atene Istanbul Bruxelles
  Amsterdam Dublino Edimburgo Copenaghen Oslo Stoccolma Helsinki Ginevra Zurigo Monaco Amburgo Francoforte Gerusalemme Cairo
  Tokyo Pechino Shanghai Bombay Calcutta Sydney York Boston Chicago Hollywood California Texas Vaticano
  Gennaio Febbraio Marzo Aprile Maggio Giugno Luglio Agosto Settembre Ottobre Novembre Dicembre Lunedì Martedì Mercoledì
  Giovedì Venerdì Sabato Domenica Natale Capodanno Epifania Befana Carnevale Quaresima Pasqua Pasquetta Ferragosto Ognissanti
  Terra Sole Luna Marte Venere Giove Saturno Mercurio Urano Nettuno Plutone Nord Sud Est Ovest Nordest Nordovest Sudest
  Sudovest Polo Oriente Occidente Mezzogiorno
  Dio Signore Madonna Cristo Gesù Bibbia Vangelo Chiesa Stato Internet Web Medioevo Rinascimento Ottocento Novecento Settecento
  Lei Voi Ella Suo Sua Suoi Sue Vostro Vostra Vostri Vostre Le La Vi Loro Io Sì No Ok Tv
  Facebook Instagram Google Whatsapp Youtube Netflix Amazon Apple Microsoft Wikipedia Spotify Fiat Ferrari Vespa Lamborghini
  Toyota Volkswagen Renault Ford Nutella Barilla Lego Coca Cola Nokia Samsung Ikea
`;

const folded = new Set(
  commonNames
    .trim()
    .split(/\s+/)
    .map((name) => fold(name.toLowerCase())),
);

/** Whether a folded lower-case word is a name that gives no book away. */
export function isCommonName(form: string): boolean {
  return folded.has(form);
}

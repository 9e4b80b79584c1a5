import { lazy } from '#shared/lazy.ts';
import { stem } from './italian.ts';

/*
 * What a question calls by its kind and a book by its name: «che fiore?» is answered by «una camelia». Before the colon the
 * words that ask for a kind, after it what is of that kind. Written for this project, from no dictionary.
 */
const kinds = `
  soldi denaro somma cifra prezzo paga stipendio pagare costare moneta ricompensa compenso premio debito spesa ricavato: lira lire scudo scudi zecchino zecchini fiorino fiorini ducato ducati soldo franco franchi centesimo marengo napoleone svanziche doppia doppie luigi sterlina dollaro tallero paolo crazia rendita salario pensione dote eredità caparra quattrini cambiale banconote biglietti gruzzolo borsa borsello
  mese periodo stagione data quando: gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre primavera estate autunno inverno carnevale quaresima pasqua natale pentecoste vendemmia mietitura
  giorno data festa quando: lunedì martedì mercoledì giovedì venerdì sabato domenica vigilia natale pasqua epifania ferragosto ognissanti carnevale pentecoste ascensione capodanno onomastico
  ora orario momento quando: mattina mattino alba aurora mezzogiorno pomeriggio vespro tramonto sera crepuscolo notte mezzanotte tocco rintocco orologio campana
  stagione tempo clima: neve nevicare pioggia piovere vento sole nebbia gelo freddo caldo afa sereno nuvole grandine temporale brina burrasca bufera acquazzone diluviare fulmine tuono tramontana scirocco
  fiore fiori pianta mazzo: rosa camelia viola mammola giglio garofano gelsomino margherita geranio tulipano dalia magnolia glicine lavanda lillà ortensia oleandro papavero girasole mughetto mimosa azalea gardenia verbena reseda ciclamino primula narciso giacinto dalie crisantemo
  albero alberi pianta tronco: quercia pino abete larice betulla castagno noce fico ulivo olivo faggio olmo pioppo salice platano cipresso tiglio acacia gelso ciliegio melo pero pesco mandorlo limone arancio cedro alloro leccio ontano frassino robinia vite nespolo sicomoro ippocastano
  animale animali bestia bestie: cane gatto cavallo mulo asino bue vacca toro vitello pecora capra agnello capretto maiale porco gallina gallo lupo volpe orso cervo lepre coniglio topo ratto serpente vipera biscia lucertola rana rospo scimmia leone tigre elefante uccello rondine passero aquila corvo civetta gufo pipistrello farfalla ape vespa mosca ragno formica grillo cicala lumaca tartaruga pesce cavalla puledro mastino levriere pappagallo piccione colomba cigno cicogna scoiattolo talpa riccio cammello lombrico farfalle cucciolo
  uccello uccelli volatile: rondine passero aquila corvo civetta gufo merlo usignolo canarino cardellino fringuello allodola piccione colomba tortora gallo gallina oca anatra cigno cicogna pappagallo falco sparviero gazza cornacchia tordo quaglia pernice pettirosso cuculo gabbiano upupa capinera beccaccia avvoltoio
  pesce pesci: trota anguilla tonno sardina acciuga merluzzo baccalà luccio carpa triglia aringa balena delfino squalo polpo granchio gambero aragosta ostrica sogliola tinca
  insetto insetti: mosca zanzara ape vespa formica ragno grillo cicala farfalla pulce pidocchio cimice scarafaggio verme tarlo lucciola calabrone
  cavallo cavalcatura bestia: puledro cavalla ronzino destriero morello baio sauro mula giumenta cavallina stallone
  cibo mangiare mangiato pasto piatto pranzo cena colazione merenda cenare pranzare pietanza nutrire pasteggiare: pane polenta minestra zuppa brodo riso pasta maccheroni lasagne carne arrosto lesso manzo vitello pollo cappone tacchino oca prosciutto salame lardo salsiccia uova frittata formaggio cacio ricotta burro latte insalata cavolo fagioli patate lenticchie castagne noci mele pere uva fichi pesche ciliegie susine arance datteri torta dolce focaccia biscotti confetti cioccolata marmellata miele pesce trota anguilla baccalà olive cipolla aglio ravioli risotto gnocchi stracotto stufato umido fritto lepre gallina agnello capretto costoletta bistecca frutta
  frutta frutto frutti: mela pera uva fico pesca ciliegia susina prugna albicocca arancia limone dattero castagna noce nocciola mandorla melagrana fragola lampone mora mirtillo melone popone cocomero nespola sorba pesche fichi
  dolce dolci: torta biscotto confetto cioccolata marmellata miele panettone zucchero caramella crema gelato sorbetto pasticcino ciambella zuppa focaccia marzapane torrone
  bere bevuto beve bevanda bicchiere sorso brindare vino liquore: vino acqua birra latte caffè tè cioccolata acquavite grappa rosolio liquore marsala moscato barolo barbera lambrusco chianti champagne sciampagna rum cognac punch limonata sciroppo malvasia vermut bottiglia fiasco boccale calice tazza tazzina bicchierino sorsata tracannare assenzio anisetta
  mestiere lavoro professione impiego occupazione lavorare carica: medico dottore avvocato notaio giudice prete parroco curato cappellano vescovo frate monaco maestro professore ingegnere architetto pittore scultore musicista cantante poeta scrittore giornalista tipografo libraio stampatore legatore mercante bottegaio merciaio droghiere speziale farmacista fornaio panettiere macellaio beccaio oste locandiere cuoco cameriere servitore domestico cocchiere postiglione barcaiolo pescatore marinaio capitano soldato ufficiale contadino bifolco pastore mandriano giardiniere muratore falegname fabbro calzolaio ciabattino sarto sarta cucitrice crestaia modista lavandaia stiratrice balia levatrice barbiere parrucchiere orologiaio orefice intagliatore incisore tessitore filatrice tintore mugnaio carrettiere facchino spazzino becchino sagrestano campanaro scrivano copista segretario cassiere contabile ragioniere banchiere usuraio fattore agente procuratore amministratore intendente impiegato usciere portinaio bidello commesso garzone apprendista fattorino guardia doganiere carabiniere gendarme boia cacciatore boscaiolo minatore operaio operaia rigattiere antiquario impresario attore attrice ballerina saltimbanco
  poeta poeti scrittore scrittori autore autori letterato libro leggere letto opera: dante petrarca ariosto tasso virgilio omero orazio ovidio foscolo leopardi manzoni parini alfieri monti byron goethe schiller shakespeare voltaire rousseau boccaccio metastasio pascal plutarco tacito livio cicerone seneca machiavelli goldoni victor hugo dumas scott pellico grossi pindemonte
  libro libri volume lettura leggere letto: romanzo poema bibbia vangelo breviario messale storia vita trattato dizionario grammatica abbecedario almanacco lunario giornale gazzetta opuscolo commedia tragedia poesie versi sonetti canti lettere memorie avventure imitazione plutarco
  scritto lettera biglietto messaggio documento documenti carta carte: passaporto contratto testamento ricevuta cambiale atto fede certificato patente diploma licenza decreto sentenza supplica dispaccio telegramma foglio plico busta sigillo firma nota ricordati caro cara addio
  dispositivo arma armi: pistola fucile schioppo archibugio coltello pugnale stiletto spada sciabola lancia ascia accetta scure bastone randello mazza frusta rasoio baionetta carabina rivoltella moschetto cannone daga falce forca veleno sasso
  ferita ferire ferito colpire colpo picchiare botte percosse botta aggredire: pugno pugni calci schiaffo ceffone bastonata bastonate frustata nerbate coltellata pugnalata sciabolata fucilata pistolettata graffio graffiare sangue sanguinare lividi piaga taglio morso sassata spinta schiaffi scapaccione sberla contusione fascia bende rissa zuffa
  malattia male malanno ammalarsi malato salute morbo: febbre tosse tisi etisia polmonite colera peste vaiolo tifo gotta asma reumatismi paralisi apoplessia delirio epilessia convulsioni svenimento cancro tumore scarlattina difterite itterizia idropisia emicrania raffreddore malaria nervi petto polmoni cuore bronchite sbocchi congestione
  punizione punire castigo castigare pena condanna: prigione carcere galera esilio confino multa frusta nerbate ginocchio digiuno pane acqua privare espulsione espellere cacciare forca patibolo fucilare ghigliottina anni reclusione lavori forzati catena ceppi bastonate sculacciata rinchiudere rinchiuso
  prigione cella carcere: chiave inferriata sbarre pagliericcio catena secondino carceriere muro finestrino oscura umida segrete torre
  polizia poliziotti poliziotto guardie gendarmi gendarme: carabiniere carabinieri birro birri sbirro sbirri commissario questore delegato guardia brigadiere maresciallo pattuglia bargello agenti questurino
  soldato soldati militare militari esercito truppa: reggimento battaglione compagnia caporale sergente tenente capitano maggiore colonnello generale granatiere bersagliere dragone ussaro lancieri alpino artigliere ufficiale caserma uniforme divisa fante cavalleria sentinella coscritto veterano alabardiere
  prete preti sacerdote religioso religiosi: curato parroco arciprete cappellano canonico vescovo monsignore cardinale abate frate monaco cappuccino francescano domenicano gesuita gesuiti padre don priore vicario chierico seminarista confessore missionario diacono prelato benedettino barnabita
  suora suore monaca: badessa priora convento velo novizia madre sorella clausura monastero conversa educanda superiora
  nobile nobili titolo nobiltà: conte contessa marchese marchesa duca duchessa barone baronessa principe principessa cavaliere visconte re regina blasone stemma feudo casato
  parente parenti famiglia familiare familiari: padre madre fratello sorella zio zia nonno nonna cugino cugina nipote suocero suocera cognato cognata genero nuora figlio figlia patrigno matrigna marito moglie vedova orfano babbo mamma
  aspetto fisico fisicamente corporatura descrizione brutto bello esteriore faccia viso volto: statura alto bassa basso magro grasso grosso robusto snello esile mingherlino corpulento tarchiato gobbo zoppo capelli capigliatura chioma trecce ricci biondo biondi bruno neri castani rossi bianchi canuto calvo occhi sguardo ciglia sopracciglia fronte naso aquilino bocca labbra denti mento barba baffi basette carnagione pelle colorito pallido rubicondo abbronzato rughe rugoso guance gote zigomi collo spalle mani dita piede gambe ometto omaccione viso volto faccia ceffo persona fattezze lineamenti portamento andatura vecchietto giovinetto
  carattere indole temperamento comportamento modi: buono cattivo timido orgoglioso superbo avaro generoso dolce mite collerico irascibile pauroso vile coraggioso allegro malinconico burbero testardo pigro furbo ingenuo onesto ipocrita maligno sincero gentile modesto severo dispettoso burlone chiacchierone taciturno altero freddo cuore animo
  vestito vestita vestiti abito abiti abbigliamento indossare indossava indosso costume divisa vestire vestirsi portava addosso mascherato travestito travestimento: giacca giubba marsina soprabito cappotto mantello cappa tabarro ferraiolo gonna sottana gonnella calzoni brache pantaloni calze scarpe stivali zoccoli pantofole sandali cappello cappellino berretto berretta tuba cilindro cuffia scialle velo fazzoletto guanti cravatta camicia camicetta farsetto panciotto gilè cintura fascia veste vestina tonaca saio livrea uniforme seta velluto lana raso cotone panno tela merletti trine pizzo nastro grembiale grembiule tunica toga corsetto busto pelliccia pelo casacca maschera domino bavero colletto maniche fibbie cipria parrucca
  gioiello gioielli gioia regalo regalare dono donare ornamento prezioso: anello collana perle perla diamante diamanti brillanti orecchini spilla spillone braccialetto monile corona medaglia medaglione catenella orologio oro argento rubino smeraldo zaffiro corallo crocetta croce diadema ciondolo filigrana amuleto
  regalo regalare regalato dono donare donato offrire: anello collana orologio libro fiore fiori mazzo nastro scialle bambola astuccio scatola cofanetto ritratto medaglia borsa portafogli vestito canestro cesto dolci confetti ventaglio croce rosario
  mobile mobili arredamento stanza camera arredo: letto tavolo tavola tavolino sedia seggiola seggiolone poltrona divano canapè sofà armadio cassettone credenza cassa cassapanca baule scrittoio scrivania specchio specchiera scaffale libreria culla inginocchiatoio sgabello panca tappeto tenda tendine cortine candelabro lampada pendola stipo comodino camino stufa quadri pianoforte cembalo
  stanza camera locale luogo posto dove casa: camera salotto sala salone cucina cantina soffitta granaio stalla fienile cortile giardino orto scala corridoio loggia terrazza balcone veranda stanzino stanzetta bugigattolo sgabuzzino studio biblioteca anticamera alcova portico atrio vestibolo solaio abbaino cameretta camerino dispensa portineria refettorio dormitorio cella parlatorio sagrestia
  edificio casa abitazione abitare posto luogo dove rifugio alloggio alloggiare: palazzo palazzina villa villino castello torre capanna casupola casetta cascina casolare fattoria osteria locanda albergo taverna convento monastero chiesa cappella ospedale caserma scuola collegio seminario mulino bottega magazzino teatro stazione fucina baracca grotta tugurio catapecchia
  posto luogo dove nascondiglio: bosco selva campo prato vigna collina monte montagna valle fiume torrente lago mare spiaggia riva scoglio isola ponte strada viottolo sentiero piazza vicolo mercato porto molo cimitero camposanto giardino fossato fosso pozzo grotta caverna fontana siepe muro angolo cantuccio
  città paese dove patria nazione luogo origine provenire: milano torino genova venezia firenze roma napoli palermo bologna verona padova modena parma pisa livorno siena lucca bergamo brescia como pavia cremona mantova ferrara ravenna trieste udine novara alessandria nizza parigi londra vienna madrid marsiglia ginevra lugano lione svizzera francia inghilterra spagna germania austria ungheria russia america sicilia sardegna corsica piemonte lombardia toscana romagna veneto grecia turchia egitto algeri malta messina catania bari ancona perugia arezzo trento monza lodi vicenza treviso piacenza reggio lecco asti savona spezia
  lingua parlata accento straniero nazionalità: francese inglese tedesco spagnolo latino greco russo arabo dialetto piemontese lombardo milanese veneziano toscano napoletano siciliano genovese romano triestino ungherese polacco svizzero americano
  colore colori tinta: bianco nero rosso verde giallo azzurro turchino celeste grigio bruno marrone viola rosa arancione dorato argento vermiglio scarlatto cremisi porpora castano biondo scuro chiaro bigio violetto fulvo cenere
  mezzo veicolo viaggiare viaggio trasporto trasportare arrivare partire andare portare: carrozza carro carretta carretto calesse biroccio barroccio diligenza vettura legno landò treno vapore ferrovia vagone bastimento nave barca battello gondola brigantino piroscafo vela cavallo mulo asino portantina lettiga slitta tram omnibus fiacchero
  barca nave imbarcazione: bastimento brigantino goletta fregata battello gondola feluca tartana zattera scialuppa lancia canotto veliero vapore piroscafo peschereccio navicello
  strumento strumenti musica suonare suonava musicale: violino pianoforte piano cembalo organo chitarra flauto tromba corno tamburo arpa liuto mandolino violoncello clarinetto fisarmonica campana zampogna piffero trombone viola organetto fagotto
  canto cantare cantava voce coro canzone: tenore basso baritono soprano contralto romanza aria duetto inno litania salmo ritornello stornello ninna nanna strofa cavatina opera
  gioco giocare giochi giocavano passatempo divertimento divertirsi svago: carte dadi scacchi dama tombola bocce biliardo palla noci trottola moscacieca altalena lotto tarocchi briscola faraone roulette birilli cavalcioni aquilone bambola burattini teatro ballo caccia pesca passeggiata lettura
  materiale fatto fatta fatti: legno ferro pietra marmo oro argento rame bronzo piombo vetro cristallo carta cartone cuoio pelle stoffa tela seta lana cotone velluto cera gesso terracotta argilla paglia avorio osso porcellana ottone acciaio mattoni creta lino panno midolla
  attrezzo utensile arnese strumento oggetto: martello tenaglie pinza sega pialla lima chiodo ascia zappa vanga badile forca falce rastrello aratro scalpello pennello ago filo forbici cacciavite incudine mantice secchio corda fune scala chiave ferro spago bulino cesello
  luce illuminare illuminato illuminazione lume: candela lucerna lampada lanterna fiaccola torcia lume lumicino moccolo fiamma fuoco gas sole luna stelle lampione fanale cero candelabro doppiere zolfanello fiammifero
  nascondere nascosto nascose mettere messo contenitore dentro dove: tasca taschino seno petto materasso pagliericcio cassetto armadio baule cassa scatola borsa sacco fodera cappello scarpa stivale manica buco muro cantina pozzo camino tegola cuscino portafogli astuccio scrigno libro calza tavola pavimento mattone
  coprire coperto bendare legare legato: fazzoletto benda fascia mantello coperta velo panno corda fune lenzuolo cintura catena scialle cappuccio laccio manette
  parte corpo membra: testa capo fronte occhio occhi naso bocca orecchio mento collo gola spalla spalle braccio braccia mano mani dito dita petto seno schiena ventre fianco gamba gambe ginocchio piede piedi calcagno polso gomito cuore
  emozione sentimento sentire sentito provare provato reazione reagire umore: gioia felicità allegria dolore tristezza malinconia paura spavento terrore rabbia ira collera sdegno vergogna rimorso pena pietà compassione amore odio gelosia invidia orgoglio speranza disperazione angoscia stupore meraviglia noia sollievo ribrezzo disgusto gratitudine tenerezza pianto piangere lacrime ridere riso tremare impallidire arrossire svenire gridare singhiozzi
  reagire reazione reagisce reagito comportarsi risposta: piangere pianse lacrime gridò urlò svenne impallidì arrossì tremare tremò rise sorrise tacque fuggì ginocchio abbracciò singhiozzi scoppiò balzò alzò cadde abbassò baciò ringraziò maledisse
  quando matrimonio sposarsi nozze sposati sposare: altare anello parroco benedizione chiesa pentecoste pasqua carnevale sposa sposi invitati testimoni velo
  età anni giovane vecchio quanti: ventenne trentenne quarantenne cinquantenne sessantina settantenne settuagenario ottuagenario ottantenne sessantenne quarantina cinquantina trentina ventina settantina ottantina vent trent quarant anni lustri fanciullo giovinetto bambino adolescente mezz
  rumore rumori suono suoni sentire sentito udire udito svegliare: passi voce grido urlo fischio campana campanello tuono sparo colpo colpi tonfo scricchiolio cigolio fruscio bisbiglio sussurro gemito singhiozzo latrato abbaiare nitrito canto tamburo martello bussare squillo mormorio scroscio ronzio cinguettare
  odore profumo puzza odorare: incenso muschio viola lavanda rosa fieno tabacco fumo zolfo muffa acre fragranza olezzo aroma fetore gelsomino cipolla aglio vino
  materia scuola studiare studiato studi insegnare imparare lezione lezioni: latino greco grammatica retorica filosofia teologia matematica aritmetica geometria storia geografia disegno musica ballo scherma diritto legge medicina calligrafia francese chimica fisica astronomia umanità
  scuola studiare collegio dove: seminario università ginnasio liceo convitto accademia gesuiti barnabiti maestro retore classe lezioni
  voto religione preghiera pregare: rosario avemaria paternoster salmo messa novena litanie angelus deprofundis crocifisso madonna santo santi inginocchiarsi
  quadro dipinto statua immagine raffigurare rappresentare disegno: ritratto madonna cristo santo paesaggio cornice tela affresco marina battaglia angelo crocifisso figura
  morte morire morto morta uccidere ucciso: annegare affogare impiccare fucilare avvelenare veleno febbre colera peste caduta cadere spirare agonia cadavere sepolto bara funerale seppellire tomba feretro esalare
  seppellire sepolto tomba sepoltura seppellimento funerale: cimitero camposanto fossa croce lapide bara cassa feretro marmo iscrizione cappella becchino requiem
  uscire fuggire scappare fuga evadere evasione via: finestra porta uscio muro corda lenzuola scala tetto cortile galleria travestito notte barca cavallo chiave cancello calarsi saltare scavalcare
  scusa pretesto bugia menzogna inventare fingere motivo: finse fingendo pretesto dicendo disse inventò finta malato malata mal visita commissione raccomodare
  numero quantità quanti quante quanto: due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciotto venti trenta quaranta cinquanta sessanta cento duecento trecento mille decina dozzina ventina centinaio migliaio coppia paio quintale
  aiutare aiuto soccorso soccorrere salvare salvato salvò: mano braccia medico protezione protettore raccomandazione denaro difendere difesa liberare liberò impedire sostenere
  capi capo comandante comandare dirigere: generale colonnello capitano presidente magistrato re ministro padrone maestro superiore principe direttore governatore rettore
  autorità governo governante potente: re imperatore papa ministro prefetto sindaco governatore senatore deputato console duca principe viceré podestà cancelliere
`;

/** What readers say today and, after the colon, what older books may have for it. */
const wordings = `
  arrabbiato arrabbiarsi arrabbia furioso rabbia: collera stizza corruccio sdegno bizza adirato furibondo ira furia inviperito indispettito imbestialito incollerito dispetto bile sbuffare fremere
  spaventato spaventare paura impaurito: sgomento terrore sbigottito tremare tremante raccapriccio atterrito timore batticuore impallidire pallido sbigottimento ribrezzo brividi
  contento felice allegro gioia: lieto letizia giubilo esultare giocondo beato consolato gongolare giulivo raggiante ridere tripudio
  triste tristezza infelice: mesto malinconico afflitto accorato addolorato sconsolato desolato cruccio crucciato affanno lagrime lacrime sospiro sospirare
  piangere pianto piange lacrime: lagrime lagrima singhiozzo singhiozzi gemere dirotto sciogliere rasciugare asciugare ciglio
  vergogna vergognarsi imbarazzo imbarazzato: arrossire rossore confuso confusione impaccio umiliazione abbassare mortificato scorno avvampare
  innamorato innamorarsi amore amare corteggiare: invaghire affezionare vagheggiare amante amoroso damo passione spasimare adorare cuore palpito fidanzato sospirare sguardi
  fidanzato fidanzata fidanzarsi fidanzamento: promesso promessa sposo sposa damo innamorato anello
  sposare sposarsi matrimonio nozze sposati: maritare maritata ammogliare impalmare sposalizio sposo sposa moglie marito partito dote altare
  litigare litigato lite litigio discutere discussione: bisticcio alterco contesa diverbio rissa contrasto rimbrotto questionare altercare baruffa rimproverare disputa battibecco contendere rottura
  picchiare picchiato botte scazzottata menare: bastonare percuotere pugno pugni calcio schiaffo schiaffi ceffone legnate bastonate battere accapigliarsi zuffa busse percosse nerbata
  sgridare sgridato rimproverare rimprovero: rimbrotto ammonire ammonizione ramanzina predica riprensione lavata garrire riprendere
  prendere prese giro deridere scherzare scherzo scherzi: beffa burla burlare dileggio canzonare celia celiare schernire motteggio corbellare minchionare ridere
  ingannare inganno imbrogliare truffa truffare fregare: raggiro raggirare frode trappola tranello insidia burlare abbindolare trarre gabbare mentire finzione
  bugia bugie mentire menzogna: fandonia finse fingere frottola falsità inventare storiella bugiarda pretesto ingannare
  tradire tradito tradimento spia spiare: denunzia denunziare delatore delazione Giuda vendere vendette abbandonare scoprire infedele
  rubare rubato furto ladro: involare trafugare portare portato via mariuolo malandrino brigante rapina derubare spogliare grassatore ladrone sottrarre tagliaborse borsaiuolo
  uccidere ucciso ammazzare omicidio assassinare: assassino trucidare scannare sgozzare strangolare strozzare freddare spegnere accoppare sangue pugnale cadavere delitto trafiggere avvelenare fucilare
  morire morto morte muore: spirare spirò trapassare trapasso defunto buonanima agonia agonizzante moribondo moribonda cadavere salma estinto perire soccombere esalare mancare mancato
  funerale sepoltura seppellire sepolto: esequie feretro mortorio bara cassa camposanto fossa tumulare becchino cataletto
  malato ammalato ammalarsi malattia: infermo inferma infermità febbre morbo male indisposto letto giacere delirio convalescente languire
  guarire guarito guarigione curare cura: risanare convalescenza convalescente rimettere rimedio medicina salute ricuperare medicare
  medicina farmaco curare: rimedio pozione pillola sciroppo decotto salasso chinino unguento cerotto sanguisughe impiastro purga
  ospedale clinica: spedale infermeria lazzeretto corsia
  medico dottore: chirurgo cerusico speziale flebotomo
  incinta gravidanza partorire nascere nato nascita: gravida parto levatrice balia neonato bambino fasce battesimo battezzare partorì luce puerpera
  bambino bambini bimbo piccolo: fanciullo fanciulla fanciullino putto creatura marmocchio ragazzetto figliuolo figliuola piccino monello fantolino bamboccio
  ragazzo ragazza giovane: giovine giovinetto giovinetta fanciulla donzella garzone giovanotto ragazzotto damigella zitella pulzella
  vecchio vecchia anziano nonno: vecchiotto vecchierello attempato canuto vegliardo nonno decrepito cadente settuagenario
  madre mamma: genitrice madre mammina
  padre papà babbo: genitore
  figlio figlia: figliuolo figliuola prole erede primogenito rampollo
  fratello sorella: fratellino sorellina germano primogenito cadetto
  moglie marito coniuge: consorte sposo sposa vedova vedovo uomo donna
  amico amica amici: compagno compagna camerata confidente sodale compare
  nemico nemici avversario rivale: avverso odiare odio persecutore antagonista
  servo serva domestico domestica cameriere cameriera servitù: fantesca ancella servitore staffiere lacchè valletto fante maggiordomo portinaio cuoco donna governante
  padrone padrona capo: signore principale proprietario signoria
  ricco ricca ricchezza benestante: dovizia dovizioso agiato facoltoso patrimonio averi possidente opulento sostanze tenute rendita signore
  povero povera povertà miseria: indigente indigenza mendico mendicare stento stenti bisogno strettezze pezzente accattone limosina elemosina squallore misero
  mendicante elemosina: accattone limosina poverello pitocco accattare
  debito debiti creditore fallire fallimento: usuraio cambiale pegno ipoteca prestito scadenza rovina sequestro protesto firmare
  lavorare lavoro lavora lavorava: faticare fatica opera bottega officina guadagnare mestiere lavoratore operare giornata
  licenziare licenziato cacciare cacciato mandare via: scacciare congedare congedo espulso espellere bandire sfrattare uscio porta
  vivere abitare abita vive casa: dimorare dimora alloggiare soggiornare albergare stanza quartiere pigione tetto affitto abitazione
  andare via partire partenza lasciare: congedo addio allontanarsi accomiatarsi avviarsi viaggio mettersi avviò mosse incamminarsi
  scappare fuggire fuga scappato fuggito: evadere evasione svignare svignarsela involarsi sottrarsi disertare gambe inseguire inseguito spiccare correre
  tornare ritornare ritorno rientrare: reduce ricomparire rivenire ricondurre ricondurre rivedere
  arrivare arrivo arrivato venire: giungere giunse giunto capitare comparire sopraggiungere approdare comparve presentarsi
  incontrare incontro conoscere conosciuto: abbattersi imbattersi riscontrare trovare capitare presentare imbattere scontrare vide
  seguire inseguire pedinare: tenere dietro rincorrere codiare calcagna orme dietro
  trovare trovato scoprire scoperto: rinvenire rinvenne scorgere accorgersi avvedersi avvide ritrovare scovare
  cercare ricerca cercava: frugare rovistare indagare investigare rintracciare chiedere
  nascondere nascosto nascondersi: celare celarsi celato occultare appiattarsi rimpiattarsi acquattarsi rannicchiarsi ficcare riporre
  guardare vedere visto osservare: mirare scorgere contemplare fissare occhiata occhi sguardo adocchiare squadrare sbirciare spiare affacciarsi
  ascoltare sentire sentito udire: origliare orecchio udire intendere tendere ascolto
  parlare parlato dire detto raccontare: discorrere ragionare favellare narrare confidare ciarlare chiacchierare esclamare soggiungere confabulare riferire
  promettere promesso promessa giurare: giuramento giurò parola fede impegno obbligarsi sacramento
  chiedere domandare chiesto: interrogare pregare implorare supplicare richiedere scongiurare
  rispondere risposta: replicare ribattere soggiungere ripigliare ripicchiare
  consigliare consiglio consiglia: esortare suggerire persuadere ammonire avvertire avviso parere indurre bisogna dissuadere
  ordinare ordine comandare obbligare costringere: imporre intimare comando ingiungere forza precetto
  permettere permesso lasciare: licenza concedere consentire acconsentire facoltà grazia
  vietare proibire proibito divieto impedire: interdire impedire guai vietato
  rifiutare rifiuto rifiutato: ricusare negare respingere niego diniego rigettare no
  accettare accettato: acconsentire consentire aderire annuire assentire
  decidere decisione deciso: risolvere risoluzione deliberare proposito determinare partito risolse stabilire
  pensare pensiero opinione pensa crede: giudicare parere stimare reputare figurarsi immaginare meditare riflettere avviso giudizio
  sapere scoprire venire capire: accorgersi avvedersi conoscere intendere indovinare avvedersi venne
  dimenticare scordare: obliare oblio scordarsi
  ricordare ricordo memoria: rammentare rimembrare rimembranza reminiscenza memore
  sperare speranza: lusingare lusinga fiducia confidare aspettare
  aspettare attendere aspettava attesa: indugiare attesa trattenersi fermo appostato piantone
  aiutare aiuto aiutato: soccorrere soccorso assistere proteggere sovvenire porgere giovare mano beneficio braccio spalleggiare
  salvare salvato salvò: scampare scampo liberare trarre campare scampato riscattare impedire
  difendere difesa proteggere: parteggiare sostenere scudo protezione patrocinio avvocato
  perdonare perdono: grazia assolvere indulgenza assoluzione scusare condonare
  vendicarsi vendetta: vendicare rappresaglia rivalsa odio rancore
  minacciare minaccia: minaccioso intimare pugno guai ricatto
  arrestare arresto arrestato catturare: ammanettare manette sbirri catturare imprigionare condurre carabinieri prigione acciuffare preso gendarmi mandato
  prigione carcere carcerato rinchiudere rinchiuso chiuso: prigioniero carcerato segreta cella ergastolo secondino galera serrare ferri ceppi
  processo giudice tribunale condannare condanna: sentenza pena imputato accusato accusa difensore giudicare assise pretore reo
  duello sfida: padrini secondi spada pistola terreno sfidare schiaffo cartello soddisfazione assalto testimoni ferita scontro
  guerra battaglia combattere: pugna zuffa mischia assalto armi esercito campagna conflitto scontro
  rivoluzione rivolta ribellione: sommossa tumulto insurrezione moto congiura cospirazione ribelle popolo barricate
  politica patria patriota: libertà italia cospiratore congiura setta carboneria liberale carbonaro giuramento affiliato
  società setta segreta segreto: carbonaro carboneria giuramento massoneria adepto affiliato loggia iniziazione congiura cospirare
  polizia poliziotti guardie gendarmi: birri sbirri carabinieri bargello commissario questura perquisizione delegato
  perquisizione perquisire: rovistare frugare carte carabinieri commissario cassetti visita
  scuola classe alunni studenti: scolaro scolari collegiale convittori discepolo allievo camerata maestro banchi
  maestro professore insegnante insegnare: precettore istitutore pedagogo aio prefetto rettore lezioni istruire
  studiare studio studi imparare: lezione libri latino apprendere esercizio compito scuole
  laurea laureato laurearsi esame esami: dottore dottorato università facoltà addottorare diploma promosso aula professori toga tesi
  libro scrivere scritto opera pubblicare rivista giornale: stampare stampa manoscritto volume pagine gazzetta articolo editore tipografia
  lettera scrivere biglietto messaggio: foglio missiva viglietto righe carta epistola plico busta sigillo
  leggere lettura leggeva: scorrere pagine libro compitare
  firma firmare: sottoscrivere sottoscrizione nome croce
  quadro dipinto pittore dipingere disegno: tela pennello ritratto tavolozza cavalletto figura modello colori bozzetto affresco
  gara concorso premio vincere: palma alloro medaglia premiare giudici
  festa ballo ballare danza: danzare walzer contraddanza veglia veglione sala violini orchestra maschera invitati quadriglia
  teatro spettacolo commedia: palco platea scena attori sipario recita opera rappresentazione palcoscenico
  carnevale maschera mascherati travestirsi: domino travestire veglione costume mascherata
  musica suonare canzone cantare: violino cembalo organo aria ritornello strimpellare intonare melodia nota
  mangiare cena pranzo cibo cucinare: desinare desinò cenare vivande minestra pietanza convito banchetto imbandire mensa rifocillare boccone
  fame affamato digiuno: digiunare appetito pane stomaco languire inedia
  bere ubriaco ubriacarsi bevuto: ebbro briaco brillo avvinazzato vino sbornia cotto bicchiere osteria tracannare alticcio
  dormire addormentarsi sonno letto: assopirsi giacere coricarsi riposare pisolino coltre russare destare
  svegliare svegliarsi sveglia: destare desto alzarsi scuotere risvegliarsi levarsi
  sogno sognare: incubo visione sognò fantasma
  riposarsi riposare stanco stanchezza: sdraiarsi sedere spossato affaticato lena ombra sfinito adagiarsi lasso rifinito
  cadere caduta inciampare: ruzzolare stramazzare precipitare capitombolo sdrucciolare scivolare tombolare rotolare
  ferito ferita ferire sangue: piaga graffiare scalfire sanguinare contuso ammaccare lacerare fasciare colpo
  svenire svenimento svenuto: deliquio sensi smarrire mancare tramortire sviene cadere
  fisico aspetto brutto bello bellezza: leggiadro avvenente vezzoso grazioso laido deforme sgraziato sparuto sembiante avvenenza vaghezza
  occhi occhio sguardo: pupille ciglio ciglia occhiata guardatura
  capelli pettinatura barba: chioma treccia trecce ricci riccioli canizie crine ciuffo zazzera parrucca
  vestito vestiti vestire abito: veste panni abbigliamento indossare foggia arnese addobbo farsetto cencio
  casa palazzo villa: abitazione dimora casino villino casuccia palazzina quartierino
  stanza camera cella: cameretta stanzetta stanzuccia stanzino stanzone salotto gabinetto alcova
  soffitta mansarda: abbaino solaio sottotetto granaio soppalco
  porta uscio cancello: portone battente serratura chiave soglia toppa picchiare bussare campanello
  bussare suonare campanello: picchiare squillare tirare scampanellata uscio martello
  finestra balcone: davanzale persiane imposte vetri inferriata terrazzino invetriata
  strada via cammino: viottolo sentiero contrada calle viale straducola
  carrozza viaggio viaggiare: legno calesse vettura diligenza cocchio biroccio vetturino cavalli posta
  barca nave mare navigare: legno bastimento remi vela marinaio barcaiuolo approdare poppa prua
  fiume acqua attraversare nuotare: guado guadare corrente riva sponda nuoto ponte torrente
  campagna campi contadino: podere villaggio colono villico bifolco campagnuolo contado
  chiesa messa pregare: altare preghiera cappella inginocchiarsi orare funzione benedizione vespro
  confessione confessare peccato: confessore penitente peccatore penitenza assoluzione confessionale
  convento monaca frate: monastero chiostro clausura badessa cella velo novizia
  miracolo santo santi fede: apparizione reliquia madonna grazia voto
  strega magia diavolo fantasma: demonio spirito spettro incantesimo malia fattucchiera versiera apparizione
  freddo gelo gelido: intirizzito brivido neve ghiaccio assiderato tramontana
  caldo estate sole: afa sudore canicola ardore bruciare
  pioggia temporale tempesta: acquazzone fulmine tuono lampo nembo diluvio rovescio burrasca procella
  buio oscurità notte: tenebre tenebra ombra scuro fosco oscuro
  incendio fuoco bruciare: fiamme ardere rogo abbruciare incenerire appiccare vampe
  soldi denaro guadagnare: quattrini lucro lire baiocchi peculio guadagno paga scudi
  comprare comprato acquistare: acquisto mercanteggiare prezzo pagare acquistò
  vendere venduto vendita: mercante rigattiere cedere incanto vendette contrattare asta
  regalo regalare dono: donare presente strenna offrire omaggio porgere
  prestare prestito: imprestare mutuo usura pegno restituire
  eredità testamento ereditare: erede legato lascito notaio patrimonio lasciare
  paese villaggio borgo: terra terricciuola borgata contrada castello comune
  confine frontiera: dogana gendarmi passaporto varcare limite
  strano straniero sconosciuto: forestiero ignoto incognito pellegrino
  cattivo malvagio crudele: perfido scellerato iniquo tristo ribaldo birbante furfante malvagità briccone
  buono gentile buona: benigno cortese amorevole pietoso dabbene affabile
  stupido sciocco ignorante: grullo babbeo balordo scimunito citrullo zotico minchione scempio allocco
  pazzo matto follia impazzire: demente delirio manicomio forsennato insensato mentecatto farneticare
  coraggio coraggioso: ardito ardire ardimento animo prode intrepido valoroso
  fortuna fortunato: sorte ventura destino caso provvidenza
  segreto mistero nascosto: arcano mistero celato confidenza rivelare svelare
  notizia saputo novità informare: avviso annunzio annunziare nuova ragguaglio voce fama
  pettegolezzo voce voci dicerie: ciarle chiacchiere mormorare susurrare dicevano
  insultare offendere offesa insulto: ingiuria oltraggio villania ingiuriare contumelia offeso affronto sgarbo
  soprannome chiamavano chiamare: nomignolo nominato detto appellare denominare
  invidia invidiare geloso gelosia: invidioso rodersi astio livore
  cane animale: bestia cagnolino mastino botolo veltro cucciolo
  cavallo cavalcare: cavalcatura sella destriero galoppo briglia
  orologio ora: oriuolo mostra lancetta rintocco scoccare
  finire fine andato finì: conclusione esito termine sorte conchiudere terminare
  cominciare inizio comincia: principio prendere mettersi principiare esordio
  differenza diverso: dissimile mutare cambiato cambiare altro
  cambiare cambiato: mutare mutato trasformato diverso invecchiato dimagrito
  divano sofà: canapè ottomana poltrona seggiolone
  tenda tende: cortina cortine tendina padiglione
  coltello lama: pugnale stiletto temperino trinciante
  veleno avvelenare: tossico arsenico pozione fiala
  lapide iscrizione epigrafe: marmo sasso scolpire epitaffio inciso
`;

function readLists(text: string): Map<string, Set<string>> {
  const stemsByKind = new Map<string, Set<string>>();
  for (const line of text.trim().split('\n')) {
    const [asked = '', held = ''] = line.split(':').map((part) => part.trim());
    const stems = held.split(/\s+/).map(stem);
    for (const of of asked.split(/\s+/).map(stem)) {
      const all = stemsByKind.get(of) ?? new Set<string>();
      for (const one of stems) if (one !== of) all.add(one);
      stemsByKind.set(of, all);
    }
  }
  return stemsByKind;
}

const ofKind = lazy(() => readLists(kinds));
const ofWording = lazy(() => readLists(wordings));
const none: ReadonlySet<string> = new Set();

/** The stems of what is of a kind, by the stem of the word that asks for it; none for a word that is no kind. */
export const membersOf = (asked: string): ReadonlySet<string> => ofKind().get(asked) ?? none;

/** The stems an older book may have where a reader says this one. */
export const wordingsOf = (asked: string): ReadonlySet<string> => ofWording().get(asked) ?? none;

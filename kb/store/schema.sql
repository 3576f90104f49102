-- One knowledge base. Every table is plain text and numbers; open it in any SQLite viewer.
-- Comments stand inside the statements: SQLite keeps them there, so that a viewer shows them beside the table or view.
-- In every WITHOUT ROWID table the columns of the key come first, in its order: else SQLite 3.40 calls the file damaged.
-- Everywhere start and "end" are code points of the decoded source file, line numbers begin at 1, and dates are ISO 8601.

CREATE TABLE meta (  -- Facts of the build.
  key TEXT PRIMARY KEY,  -- format, version (of the software), fingerprint (of the whole content), index (its folder)
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE sources (  -- The files that were read.
  file TEXT PRIMARY KEY,  -- the path within the corpus
  sha256 TEXT NOT NULL,  -- of its bytes
  encoding TEXT NOT NULL,
  media_type TEXT NOT NULL,
  language TEXT NOT NULL,  -- es, en
  layout TEXT NOT NULL,  -- plain, or records: one document a line
  tradition TEXT NOT NULL,  -- the folder of kb/grammars that it is read by
  characters INTEGER NOT NULL,  -- code points in all
  title TEXT NOT NULL,
  rights TEXT NOT NULL,
  notices TEXT NOT NULL  -- what readers are to be told: a JSON object from language to words
) WITHOUT ROWID;

CREATE TABLE renderings (  -- Pages of HTML as they were read: the offsets of such a source count in these words.
  source TEXT PRIMARY KEY REFERENCES sources,
  words TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE links (  -- Where the links of a page of HTML lead.
  source TEXT NOT NULL REFERENCES sources,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  href TEXT NOT NULL,
  PRIMARY KEY (source, start)
) WITHOUT ROWID;

CREATE TABLE instruments (  -- Statutes, codes, bylaws: those of the corpus and those that are only cited.
  id TEXT PRIMARY KEY,  -- co/ley/1923/45
  position INTEGER NOT NULL,  -- its place in the order of the corpus
  type TEXT NOT NULL,
  number TEXT,
  year INTEGER,
  title TEXT NOT NULL,
  language TEXT NOT NULL,
  in_corpus INTEGER NOT NULL,  -- 1: its words are here; 0: it is only cited
  identified_by TEXT,  -- text, curator, or NULL when the id is provisional
  evidence TEXT NOT NULL,  -- the words that it was identified by
  authority TEXT NOT NULL,
  note TEXT NOT NULL,
  state TEXT NOT NULL,  -- what the document prints of its own force, word for word; empty when it prints nothing
  status TEXT NOT NULL,  -- what that comes to; empty when it prints nothing
  formerly TEXT NOT NULL,  -- the ids that it had before, parted by spaces
  witness_of TEXT NOT NULL  -- the id of the instrument that this is another file of, or empty; a witness counts for nothing else
) WITHOUT ROWID;
CREATE INDEX instruments_by_number ON instruments (number COLLATE NOCASE, type);
CREATE INDEX instruments_by_type ON instruments (type, number, year, position, witness_of);
CREATE INDEX instruments_by_language ON instruments (language, position, witness_of);
CREATE INDEX instruments_by_any_case ON instruments (id COLLATE NOCASE);
CREATE INDEX instruments_renamed ON instruments (position) WHERE formerly <> '';
CREATE INDEX witnesses ON instruments (witness_of) WHERE witness_of <> '';

CREATE TABLE instrument_sources (  -- Which files an instrument was read from.
  instrument TEXT NOT NULL REFERENCES instruments,
  file TEXT NOT NULL REFERENCES sources,
  PRIMARY KEY (instrument, file)
) WITHOUT ROWID;

CREATE TABLE instrument_dates (  -- The days of an instrument, each with the words that say it.
  instrument TEXT NOT NULL REFERENCES instruments,
  event TEXT NOT NULL,  -- passed, sanctioned, promulgated, recorded (by the one who collected it)
  date TEXT NOT NULL,
  origin TEXT NOT NULL,  -- who says so: the text, its file, the curator
  quote TEXT NOT NULL,
  source TEXT,
  start INTEGER,
  "end" INTEGER
);
CREATE INDEX instrument_dates_by_instrument ON instrument_dates (instrument);
CREATE INDEX instrument_dates_by_day ON instrument_dates (date);

CREATE TABLE aliases (  -- Other names of an instrument, and from when to when they mean it.
  instrument TEXT NOT NULL REFERENCES instruments,
  name TEXT NOT NULL,
  since TEXT,
  until TEXT
);
CREATE INDEX aliases_by_instrument ON aliases (instrument);

CREATE TABLE names (  -- What instruments are called, as a typed question finds it, in corpus order; then the initials of names.
  keys TEXT NOT NULL,  -- its words, folded: small letters without accents, parted by spaces
  joint TEXT NOT NULL,  -- what stands between them: anything where it is empty, "." for stops, "^" for nothing
  role TEXT NOT NULL,  -- name, title (a name that alone tells no instrument from others: "Bylaws"), initials
  meant TEXT NOT NULL,  -- the id of the instrument; of initials it may be one that no text knows
  name TEXT NOT NULL,  -- as printed; of initials the whole name
  is_title INTEGER NOT NULL  -- 1: the title; 0: an alias, or initials
);
CREATE INDEX names_by_keys ON names (keys);

CREATE TABLE name_words (  -- Which instruments have a word in their names.
  word TEXT NOT NULL,  -- folded
  meant TEXT NOT NULL,  -- the id of the instrument
  in_title INTEGER NOT NULL,  -- 1: its title has the word
  PRIMARY KEY (word, meant)
) WITHOUT ROWID;

CREATE TABLE nodes (  -- Chapters, articles and what they hold; the whole words of an article are in v_articles.
  instrument TEXT NOT NULL REFERENCES instruments,
  eid TEXT NOT NULL,  -- the address within the instrument: art_46__num_3
  kind TEXT NOT NULL,  -- book, title, chapter, section, article, paragraph, item, point, annex, quoted …
  label TEXT NOT NULL,  -- as printed
  number TEXT,  -- normalised
  heading TEXT NOT NULL,
  text TEXT NOT NULL,  -- its own words, without those of the nodes below it
  parent TEXT,  -- the eid of the node above it
  "order" INTEGER NOT NULL,  -- reading order within the instrument
  source TEXT NOT NULL REFERENCES sources,
  line INTEGER NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  status TEXT NOT NULL,  -- in force as given, repealed, partly repealed, amended, struck down, unknown, empty …
  note TEXT,  -- the status as printed
  tail TEXT NOT NULL,  -- what is printed between it and its next sibling
  PRIMARY KEY (instrument, eid)
) WITHOUT ROWID;
CREATE INDEX nodes_by_order ON nodes (instrument, "order");
CREATE INDEX nodes_by_number ON nodes (kind, number);

CREATE TABLE documents (  -- Documents that a law prints as annexes, such as a treaty, in corpus order.
  noun TEXT NOT NULL,  -- the first word of the title, folded
  keys TEXT NOT NULL,  -- all its words, folded, parted by spaces
  instrument TEXT NOT NULL REFERENCES instruments,
  eid TEXT NOT NULL  -- of the annex
);
CREATE INDEX documents_by_noun ON documents (noun);

CREATE TABLE heading_words (  -- The words of what chapters, titles and all else that articles stand under are called.
  word TEXT NOT NULL,  -- folded, of the label or the heading
  instrument TEXT NOT NULL,
  eid TEXT NOT NULL,
  PRIMARY KEY (word, instrument, eid),
  FOREIGN KEY (instrument, eid) REFERENCES nodes (instrument, eid)
) WITHOUT ROWID;

CREATE TABLE versions (  -- Older wordings that a source prints beside today's: never articles of their own.
  instrument TEXT NOT NULL,
  eid TEXT NOT NULL,
  place INTEGER NOT NULL,  -- counts the wordings of one article, in printed order
  label TEXT NOT NULL,
  text TEXT NOT NULL,
  since TEXT,  -- the first day of its window, as printed, or NULL
  until TEXT,  -- the last day of its window, which belongs to it, or NULL
  note TEXT NOT NULL,
  source TEXT NOT NULL REFERENCES sources,
  line INTEGER NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  PRIMARY KEY (instrument, eid, place),
  FOREIGN KEY (instrument, eid) REFERENCES nodes (instrument, eid)
) WITHOUT ROWID;

CREATE TABLE incisos (  -- Paragraphs without a number, cited by their place: addresses over stretches of text, no nodes; their words are in v_incisos.
  instrument TEXT NOT NULL REFERENCES instruments,
  eid TEXT NOT NULL,  -- art_17__inc_2
  n INTEGER NOT NULL,  -- from 1, in printed order, members of lists left out
  start INTEGER NOT NULL,  -- where it stands in the source, with a list that is printed inside it
  "end" INTEGER NOT NULL,
  parent TEXT NOT NULL,  -- the article or parágrafo that it is a paragraph of
  node TEXT NOT NULL,  -- the node that has its words
  first INTEGER NOT NULL,  -- they are those of the node's text from here, counted from 0,
  last INTEGER NOT NULL,  -- to here
  source TEXT NOT NULL REFERENCES sources,
  line INTEGER NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (instrument, eid)
) WITHOUT ROWID;

CREATE TABLE ledgers (  -- Where every character of a source went, packed; v_spans has it row by row.
  source TEXT PRIMARY KEY REFERENCES sources,
  spans TEXT NOT NULL,  -- a JSON list of [start, end, role, place among instruments or null, eid or null], a partition without gaps
  instruments TEXT NOT NULL  -- a JSON list of ids
) WITHOUT ROWID;

CREATE TABLE citations (  -- Mentions in the words of a node, one row each.
  id INTEGER PRIMARY KEY,
  instrument TEXT NOT NULL,
  eid TEXT NOT NULL,
  source TEXT NOT NULL,
  line INTEGER NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  quote TEXT NOT NULL,
  resolution TEXT NOT NULL,  -- resolved, external (not in the corpus), dangling (the instrument is here, the provision is not), ambiguous, relative
  FOREIGN KEY (instrument, eid) REFERENCES nodes (instrument, eid)
);
CREATE INDEX citations_by_node ON citations (instrument, eid);

CREATE TABLE citation_targets (  -- What a citation means, one row a member of a list or range.
  citation INTEGER NOT NULL REFERENCES citations,
  instrument TEXT NOT NULL,
  eid TEXT  -- NULL: the instrument as a whole
);
CREATE INDEX citation_targets_by_citation ON citation_targets (citation);
CREATE INDEX citation_targets_by_place ON citation_targets (instrument, eid);

CREATE TABLE effects (  -- What one provision does to another; v_effects has it with the words it was read from.
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,  -- repeal, substitution, insertion, …
  affecting_instrument TEXT,
  affecting_eid TEXT,
  affected_instrument TEXT,
  affected_eid TEXT,  -- NULL: the instrument as a whole
  scope TEXT NOT NULL,  -- whole, part, catch-all
  words TEXT NOT NULL,  -- which part, as printed
  grade TEXT NOT NULL,  -- confirmed, claimed, enacted, contradicted, source-absent, inferred
  date TEXT,
  date_origin TEXT NOT NULL,
  bound INTEGER NOT NULL,  -- 1: the date is only the earliest it can be
  spared TEXT NOT NULL,  -- eids that a clause leaves out, parted by spaces
  latest TEXT  -- the last day that it can be, where only bounds are known
);
CREATE INDEX effects_by_affecting ON effects (affecting_instrument, affecting_eid);
CREATE INDEX effects_by_affected ON effects (affected_instrument, affected_eid);

CREATE TABLE effect_evidence (  -- The printed words that an effect was read from.
  effect INTEGER NOT NULL REFERENCES effects,
  instrument TEXT NOT NULL,
  eid TEXT NOT NULL,
  source TEXT NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  quote TEXT NOT NULL
);
CREATE INDEX effect_evidence_by_effect ON effect_evidence (effect);

CREATE TABLE periods (  -- From when an instrument or a provision of it holds, and until when.
  instrument TEXT NOT NULL REFERENCES instruments,
  eid TEXT,  -- NULL: all of it
  since TEXT,
  latest TEXT,  -- as in effects
  bound INTEGER NOT NULL,  -- as in effects
  origin TEXT NOT NULL,
  until TEXT,
  stated_in TEXT,  -- the node whose words say so
  quote TEXT NOT NULL,  -- the clause; empty where nothing says so and the day that names the instrument stands
  source TEXT,
  start INTEGER,
  "end" INTEGER
);
CREATE INDEX periods_by_instrument ON periods (instrument);

CREATE TABLE definitions (  -- Terms that a provision defines.
  term TEXT NOT NULL,
  language TEXT NOT NULL,
  instrument TEXT NOT NULL,
  eid TEXT NOT NULL,
  source TEXT NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  scope TEXT NOT NULL,  -- chapter, title, section, article, case, all (every law), or empty for the law that has it
  within TEXT NOT NULL  -- the node of that scope
);

CREATE TABLE term_words (  -- Which of these terms have a word.
  word TEXT NOT NULL,  -- folded
  definition INTEGER NOT NULL,  -- the rowid in definitions
  PRIMARY KEY (word, definition)
) WITHOUT ROWID;

CREATE TABLE problems (  -- What is odd or missing.
  code TEXT NOT NULL,  -- explained in kb/problems.toml
  severity TEXT NOT NULL,  -- error, warning, info
  instrument TEXT,
  eid TEXT,
  source TEXT,
  line INTEGER,
  message TEXT NOT NULL,  -- in English
  message_es TEXT NOT NULL,
  params TEXT NOT NULL  -- what the sentences are made of: a JSON object
);
CREATE INDEX problems_by_instrument ON problems (instrument);
CREATE INDEX problems_by_source ON problems (source);
CREATE INDEX problems_by_code ON problems (code, instrument);

CREATE TABLE concepts (  -- The glossary: one idea, its words in each language.
  id TEXT NOT NULL,
  language TEXT NOT NULL,
  form TEXT NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (id, language, form)
) WITHOUT ROWID;

CREATE TABLE concept_forms (  -- The forms of the glossary as lemmas.
  concept TEXT NOT NULL,
  language TEXT NOT NULL,
  lemmas TEXT NOT NULL,  -- parted by spaces
  first TEXT NOT NULL,  -- the first of them
  PRIMARY KEY (concept, language, lemmas)
) WITHOUT ROWID;
CREATE INDEX concept_forms_by_first ON concept_forms (first);

CREATE TABLE concept_words (  -- The lemma and the index term of each word that may be one of the glossary's.
  surface TEXT NOT NULL,
  language TEXT NOT NULL,
  lemma TEXT NOT NULL,
  term TEXT NOT NULL,
  PRIMARY KEY (surface, language)
) WITHOUT ROWID;
CREATE INDEX concept_words_by_lemma ON concept_words (lemma);

CREATE TABLE reference_words (  -- Words that a typed reference may use, with what each means.
  key TEXT NOT NULL,  -- folded: small letters without accents
  role TEXT NOT NULL,  -- kind, type, number, join …; those that begin with "search" are words of the query language
  value TEXT NOT NULL,
  PRIMARY KEY (key, role, value)
) WITHOUT ROWID;

CREATE TABLE vocabulary (  -- The analysis of every word met in the texts: a query looks its words up here.
  surface TEXT NOT NULL,
  language TEXT NOT NULL,
  term TEXT NOT NULL,  -- of the index
  PRIMARY KEY (surface, language)
) WITHOUT ROWID;
CREATE INDEX vocabulary_by_term ON vocabulary (term);

CREATE TABLE divided (  -- Words that lines of the texts divide, a hyphen between their halves.
  language TEXT NOT NULL,
  word TEXT NOT NULL,
  whole INTEGER NOT NULL,  -- 1: search reads one word; 0: it may be two
  PRIMARY KEY (language, word)
) WITHOUT ROWID;

CREATE TABLE spellings (  -- How today's texts spell their words: what a word that no text has was meant to be.
  surface TEXT NOT NULL,
  language TEXT NOT NULL,
  printed TEXT NOT NULL,  -- the spelling that stands there most often
  times INTEGER NOT NULL,  -- how often; 0 for words of names and references only
  sound TEXT NOT NULL,  -- what it sounds like by the rules in sounds
  PRIMARY KEY (surface, language)
) WITHOUT ROWID;
CREATE INDEX spellings_by_head ON spellings (substr(sound, 1, 2), language, length(sound));
CREATE INDEX spellings_by_tail ON spellings (substr(sound, -2), language, length(sound));

CREATE TABLE sounds (  -- The rules of a language for what its letters sound like, in their order.
  language TEXT NOT NULL,
  place INTEGER NOT NULL,
  pattern TEXT NOT NULL,
  sound TEXT NOT NULL,
  PRIMARY KEY (language, place)
) WITHOUT ROWID;

CREATE VIEW v_articles AS
  -- One row an article, or a numbered section that is one in all but name, with its whole words and the chapter it stands in.
  -- text: all that is printed in it, item for item, a line each. lead: what stands before its first item or parágrafo.
  SELECT n.instrument, i.title, n.eid, n.number, n.label, n.heading,
         (SELECT group_concat(words, char(10)) FROM (
            SELECT trim(CASE WHEN m.eid = n.eid THEN '' ELSE m.label || ' ' || m.heading || ' ' END || m.text || m.tail) AS words
            FROM nodes m
            WHERE m.instrument = n.instrument AND (m.eid = n.eid OR (m.eid > n.eid || '__' AND m.eid < n.eid || '_`'))
              AND m.text || m.heading <> ''
            ORDER BY m."order")) AS text,
         n.text AS lead, n.status, n.note, p.label AS chapter, p.heading AS chapter_heading, n.source, n.line
  FROM nodes n JOIN instruments i ON i.id = n.instrument
  LEFT JOIN nodes p ON p.instrument = n.instrument AND p.eid = n.parent
  WHERE n.kind = 'article' OR (n.kind = 'section' AND n.eid GLOB 'sec_[0-9]*-[0-9]*') ORDER BY i.position, n."order";

CREATE VIEW v_incisos AS
  -- One row an inciso, with its words and the article or parágrafo that it is a paragraph of.
  SELECT s.instrument, i.title, s.eid, s.parent, p.label, s.n, substr(n.text, s.first + 1, s.last - s.first) AS text, s.status,
         s.source, s.line, s.start, s."end"
  FROM incisos s JOIN instruments i ON i.id = s.instrument
  JOIN nodes p ON p.instrument = s.instrument AND p.eid = s.parent
  JOIN nodes n ON n.instrument = s.instrument AND n.eid = s.node ORDER BY i.position, p."order", s.n;

CREATE VIEW v_status_counts AS
  -- How many articles of each instrument have which status.
  SELECT instrument, status, count(*) AS articles FROM nodes
  WHERE kind = 'article' OR (kind = 'section' AND eid GLOB 'sec_[0-9]*-[0-9]*') GROUP BY instrument, status;

CREATE VIEW v_problems AS
  -- What is odd or missing, in English.
  SELECT severity, code, instrument, eid, source, line, message FROM problems;

CREATE VIEW v_effects AS
  -- Every effect: what acts, what it reaches, since when, on what printed words.
  SELECT e.kind, e.affecting_instrument AS by_instrument, e.affecting_eid AS by_eid, a.label AS by_label,
         e.affected_instrument AS instrument, e.affected_eid AS eid, n.label, n.status, e.scope, e.words, e.spared,
         e.date, e.latest, e.date_origin, e.bound, e.grade,
         (SELECT group_concat(quote, ' | ') FROM effect_evidence WHERE effect = e.id) AS evidence
  FROM effects e LEFT JOIN nodes n ON n.instrument = e.affected_instrument AND n.eid = e.affected_eid
  LEFT JOIN nodes a ON a.instrument = e.affecting_instrument AND a.eid = e.affecting_eid ORDER BY e.id;

CREATE VIEW v_repealed AS
  -- Every provision that is repealed, by what, since when, on what word.
  SELECT instrument, eid, label, by_instrument, by_eid, scope, words, date, latest, date_origin, bound, grade, evidence
  FROM v_effects WHERE kind = 'repeal';

CREATE VIEW v_citations_in AS
  -- Who cites a provision.
  SELECT t.instrument, t.eid, c.instrument AS from_instrument, c.eid AS from_eid, c.quote, c.resolution, c.source, c.line
  FROM citation_targets t JOIN citations c ON c.id = t.citation ORDER BY c.id;

CREATE VIEW v_citations_out AS
  -- Whom a provision cites.
  SELECT c.instrument, c.eid, c.quote, c.resolution, t.instrument AS to_instrument, t.eid AS to_eid, c.source, c.line
  FROM citations c LEFT JOIN citation_targets t ON t.citation = c.id ORDER BY c.id;

CREATE VIEW v_spans AS
  -- Where every character of every source went: for one source, in this order, a partition without gaps.
  SELECT l.source, json_extract(s.value, '$[0]') AS start, json_extract(s.value, '$[1]') AS "end",
         json_extract(s.value, '$[2]') AS role,
         json_extract(l.instruments, '$[' || json_extract(s.value, '$[3]') || ']') AS instrument,
         json_extract(s.value, '$[4]') AS eid
  FROM ledgers l, json_each(l.spans) s;

CREATE VIEW v_characters AS
  -- How many characters of a source have which role.
  SELECT source, role, sum("end" - start) AS characters FROM v_spans GROUP BY source, role;

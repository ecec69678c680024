//! A number of ours beside the one that was published.

/// What a table of a paper says in one place, and what we have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) ours: Option<String>,
    pub(crate) published: Option<String>,
}

/// How the two compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// Both say the same.
    Same,
    /// They differ.
    Different,
    /// The paper has no such number.
    OnlyOurs,
    /// We have not solved that yet.
    OnlyPublished,
    /// Nobody has it.
    Neither,
}

impl Cell {
    pub(crate) fn new(ours: Option<impl Into<String>>, published: Option<impl Into<String>>) -> Self {
        Self { ours: ours.map(Into::into), published: published.map(Into::into) }
    }

    pub(crate) fn agreement(&self) -> Agreement {
        match (&self.ours, &self.published) {
            (Some(ours), Some(published)) if ours == published => Agreement::Same,
            (Some(_), Some(_)) => Agreement::Different,
            (Some(_), None) => Agreement::OnlyOurs,
            (None, Some(_)) => Agreement::OnlyPublished,
            (None, None) => Agreement::Neither,
        }
    }
}

/// A table of a paper.
#[derive(Clone, Debug)]
pub(crate) struct PaperTable {
    /// Part of addresses and of the names of files.
    pub(crate) id: String,
    /// As the paper calls it: `Table V`.
    pub(crate) name: String,
    pub(crate) title: String,
    /// What has to be said about it, a paragraph each.
    pub(crate) notes: Vec<String>,
    /// What the rows are, then what each column is.
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<(String, Vec<Cell>)>,
}

/// A figure of a paper, drawn from our numbers: papers print such pictures without theirs.
#[derive(Clone, Debug)]
pub(crate) struct PaperFigure {
    /// Part of addresses.
    pub(crate) id: &'static str,
    /// As the paper calls it: `Figure 13`.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// What can be seen in it.
    pub(crate) note: String,
    /// The drawing.
    pub(crate) svg: String,
}

/// How many cells of a table agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Agreements {
    pub(crate) same: usize,
    pub(crate) different: usize,
    pub(crate) only_ours: usize,
    pub(crate) only_published: usize,
}

impl PaperTable {
    pub(crate) fn agreements(&self) -> Agreements {
        let mut counted = Agreements::default();
        for cell in self.rows.iter().flat_map(|(_, cells)| cells) {
            match cell.agreement() {
                Agreement::Same => counted.same += 1,
                Agreement::Different => counted.different += 1,
                Agreement::OnlyOurs => counted.only_ours += 1,
                Agreement::OnlyPublished => counted.only_published += 1,
                Agreement::Neither => {}
            }
        }
        counted
    }

    /// Every cell as a line: row, column, ours, published.
    pub(crate) fn records(&self) -> Vec<[String; 4]> {
        let mut records = vec![["row", "column", "ours", "published"].map(str::to_owned)];
        for (row, cells) in &self.rows {
            for (column, cell) in self.head[1..].iter().zip(cells) {
                let text = |text: &Option<String>| text.clone().unwrap_or_default();
                records.push([row.clone(), column.clone(), text(&cell.ours), text(&cell.published)]);
            }
        }
        records
    }
}

//! A plan as a graph for Graphviz.

use std::fmt::Write as _;

use super::{Outlook, name_of};
use crate::quantities::{Bytes, duration, thousands};

/// A box for each task, the longest chain in bold, an arrow from each task to those that read what it writes.
pub(super) fn of(outlook: &Outlook) -> String {
    let mut text = String::from("digraph plan {\n  rankdir=BT;\n  node [shape=box];\n");
    for (number, task) in outlook.graph.tasks.iter().enumerate() {
        let style = match (task.is_done, outlook.path.contains(&number)) {
            (true, _) => ", style=dashed",
            (false, true) => ", style=bold",
            (false, false) => "",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {number} [label=\"{}\\n{} slots, {}\\n{} of memory, {} on disk\"{style}];",
            name_of(task),
            thousands(task.slots),
            duration(task.time),
            Bytes(task.memory),
            Bytes(task.writes + task.keeps)
        );
    }
    for (number, task) in outlook.graph.tasks.iter().enumerate() {
        for need in &task.needs {
            let _ = writeln!(text, "  {need} -> {number};");
        }
    }
    text.push_str("}\n");
    text
}
